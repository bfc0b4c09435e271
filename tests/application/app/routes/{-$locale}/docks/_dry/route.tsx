import { createFileRoute, Outlet } from '@tanstack/react-router'

/** A layout without a path, in a folder without a page. */
export const Route = createFileRoute('/{-$locale}/docks/_dry')({
  component: () => (
    <div data-testid="docks">
      <Outlet />
    </div>
  ),
})
