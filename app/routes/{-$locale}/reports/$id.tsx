import { createFileRoute, notFound } from '@tanstack/react-router'
import { deskTitle } from '#app/monitoring/reports/title.ts'

export const Route = createFileRoute('/{-$locale}/reports/$id')({
  loader: ({ context }) => {
    if (context.desk.type === 'in') throw notFound()
  },
  head: (head) => deskTitle(head, 'report'),
})
