import { createFileRoute, Outlet } from '@tanstack/react-router'

/** A layout without a path within another. */
export const Route = createFileRoute('/{-$locale}/_harbour/_quay')({
  component: () => (
    <div data-testid="quay">
      <Outlet />
    </div>
  ),
})
