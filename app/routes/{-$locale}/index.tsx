import { createFileRoute, Link } from '@tanstack/react-router'
export const Route = createFileRoute('/{-$locale}/')({ component: () => <Link to="/{-$locale}">home</Link> })
