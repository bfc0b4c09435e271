import { createFileRoute } from '@tanstack/react-router'
import { deskTitle } from '#app/monitoring/reports/title.ts'

export const Route = createFileRoute('/{-$locale}/reports/')({
  head: (head) => deskTitle(head, 'problems'),
  component: () => <h1>Problems</h1>,
})
