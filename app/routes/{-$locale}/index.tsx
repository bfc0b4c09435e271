import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Home } from '#app/home/home.tsx'
import { loadMessages, type Messages, WithMessages } from 'fairlead/messages'
import { getLocale } from 'fairlead/locale'

export const Route = createFileRoute('/{-$locale}/')({
  staticData: { cache: 'static', instant: true },
  loader: ({ params }) => loadMessages('home', getLocale(params)),
  staleTime: Infinity,
  // The server may redirect this path to another language.
  headers: () => ({ vary: 'Accept-Language, Cookie' }),
  head: (context) => {
    // Its title and description are those of the site, which the layout has loaded.
    const layout = context.matches.find(({ routeId }: { routeId: string }) => routeId === '/{-$locale}')
    const site = (layout?.loaderData as Messages<'shell'> | undefined)?.shell.site
    return { meta: pageMeta(context, site?.title, site?.description) }
  },
  component: HomeRoute,
})

function HomeRoute() {
  return (
    <WithMessages messages={Route.useLoaderData()}>
      <Home />
    </WithMessages>
  )
}
