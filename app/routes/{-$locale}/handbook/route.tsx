import { createFileRoute, Outlet } from '@tanstack/react-router'
import { HandbookLayout } from '#app/handbook/layout.tsx'
import { contentsQuery } from '#app/handbook/queries.ts'
import { loadMessages, WithMessages } from 'fairlead/messages'
import { getLocale } from 'fairlead/locale'

export const Route = createFileRoute('/{-$locale}/handbook')({
  context: ({ params }) => ({ contents: contentsQuery(getLocale(params)) }),
  loader: async (loading) => {
    const { context, params } = loading
    const [messages, contents] = await Promise.all([
      loadMessages('handbook', getLocale(params)),
      context.load(context.contents, loading),
    ])
    return { messages, contents }
  },
  component: HandbookRoute,
})

function HandbookRoute() {
  const { messages, contents } = Route.useLoaderData()
  return (
    <WithMessages messages={messages}>
      <HandbookLayout contents={contents}>
        <Outlet />
      </HandbookLayout>
    </WithMessages>
  )
}
