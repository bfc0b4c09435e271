import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/_harbour/_quay/berths/$number')({
  head: (head) => ({ meta: pageMeta(head, `Berth ${head.params.number}`) }),
  component: Berth,
})

function Berth() {
  return <h1>Berth {Route.useParams().number}</h1>
}
