import { createFileRoute, Outlet } from '@tanstack/react-router'

// The handbook's own address and content, without its contents list and search, which the peers do not have.
export const Route = createFileRoute('/{-$locale}/handbook')({ component: Outlet })
