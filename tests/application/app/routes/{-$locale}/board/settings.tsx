import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}/board/settings')({
  component: () => <p>Settings</p>,
})
