import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from '#app/errors/page-meta.ts'
import { Home } from '#app/home/home.tsx'
import { loadMessages } from '#app/locales/messages.ts'
import { WithMessages } from '#app/locales/provider.tsx'
import { getLocale } from '#app/navigation/locale/locale.ts'

export const Route = createFileRoute('/{-$locale}/')({
  staticData: { cache: 'static' },
  loader: ({ params }) => loadMessages('home', getLocale(params)),
  staleTime: Infinity,
  // The server may redirect this path to another language.
  headers: () => ({ vary: 'Accept-Language, Cookie' }),
  head: (context) => {
    const home = context.loaderData?.home
    return { meta: [...pageMeta(context, home?.title), { name: 'description', content: home?.description }] }
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
