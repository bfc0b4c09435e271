import { createFileRoute, Outlet } from '@tanstack/react-router'

/** A layout without a path, directly below the language. */
export const Route = createFileRoute('/{-$locale}/_harbour')({
  component: () => (
    <div data-testid="harbour">
      <Outlet />
    </div>
  ),
})
