import { createFileRoute, notFound } from '@tanstack/react-router'

/** What is no page of the desk lies in the desk all the same: strangers learn nothing of what there is. */
export const Route = createFileRoute('/{-$locale}/reports/$')({
  loader: ({ context }) => {
    if (context.desk.type === 'in') throw notFound()
  },
})
