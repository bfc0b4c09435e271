import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import greeting from '#app/pages/greeting.per-visitor.tsx'
import { PerVisitor } from 'fairlead/navigation'
import { forecastQuery } from '#app/pages/streamed.functions.ts'

/** A page that its route allows every cache to store. It streams, with a part in its frame, in what is late, or nowhere. */
export const Route = createFileRoute('/{-$locale}/greeted/public/$where')({
  headers: () => ({ 'cache-control': 'public, max-age=60' }),
  context: () => ({ forecast: forecastQuery({ delay: 400 }) }),
  loader: (loading) => loading.context.stream(loading.context.forecast, loading),
  component: Greeted,
})

const PART = <PerVisitor part={greeting} props={{ place: 'bow' }} fallback={<p>Somebody at the bow</p>} />

function Greeted() {
  const { where } = Route.useParams()
  return (
    <>
      <h1>Greeted</h1>
      {where === 'frame' && PART}
      <Forecast isGreeted={where === 'late'} />
    </>
  )
}

function Forecast({ isGreeted }: { isGreeted: boolean }) {
  const { data } = useSuspenseQuery(Route.useRouteContext().forecast)
  return (
    <>
      <h2>{data}</h2>
      {isGreeted && PART}
    </>
  )
}
