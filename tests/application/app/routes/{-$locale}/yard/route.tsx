import { createFileRoute, Outlet } from '@tanstack/react-router'

/** The layout of a folder without a page. */
export const Route = createFileRoute('/{-$locale}/yard')({
  component: () => (
    <div data-testid="yard">
      <Outlet />
    </div>
  ),
})
