import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'

export const Route = createFileRoute('/{-$locale}/_harbour/moorings')({
  head: (head) => ({ meta: pageMeta(head, 'Moorings') }),
  component: () => <h1>Moorings</h1>,
})
