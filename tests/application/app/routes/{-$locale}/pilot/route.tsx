import { createFileRoute, Outlet } from '@tanstack/react-router'
import greeting from '#app/pages/greeting.per-visitor.tsx'
import { PerVisitor } from 'fairlead/navigation'

/** A frame that knows its visitor, around cached pages. */
export const Route = createFileRoute('/{-$locale}/pilot')({
  component: () => (
    <>
      <PerVisitor part={greeting} props={{ place: 'pier' }} fallback={null} />
      <Outlet />
    </>
  ),
})
