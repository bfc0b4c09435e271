import { createFileRoute, notFound } from '@tanstack/react-router'

/** Unknown paths of the desk. Without a session they show the sign-in form, as every other path does. */
export const Route = createFileRoute('/{-$locale}/reports/$')({
  loader: ({ context }) => {
    if (context.auth.type === 'signed-in') throw notFound()
  },
})
