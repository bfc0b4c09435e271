import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/{-$locale}/yard/tools')({ component: () => <h1>Tools</h1> })
