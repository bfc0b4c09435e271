import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'
import { KINDS } from '#app/lab/error-cases.ts'
import { readDelay } from '#app/pages/search.ts'
import { forecastQuery } from '#app/pages/streamed.functions.ts'

export const Route = createFileRoute('/{-$locale}/streamed')({
  validateSearch: (search: Record<string, unknown>) => {
    const fail = KINDS.find((kind) => kind === search.fail)
    return { ...readDelay(search), ...(fail && { fail }) }
  },
  loaderDeps: ({ search: { delay, fail } }) => ({ ...(delay && { delay }), ...(fail && { fail }) }),
  context: ({ deps }) => ({ forecast: forecastQuery(deps) }),
  loader: (loading) => loading.context.stream(loading.context.forecast, loading),
  head: (head) => ({ meta: pageMeta(head, 'Forecast') }),
  pendingComponent: Pending,
  component: Forecast,
})

function Pending() {
  return <p role="status">Waiting for the forecast</p>
}

function Forecast() {
  const { data } = useSuspenseQuery(Route.useRouteContext().forecast)
  return (
    <>
      <h1>{data}</h1>
      <Link to="/{-$locale}/streamed" search={{ delay: 1 }} preload={false}>
        Slowly
      </Link>
    </>
  )
}
