import { createFileRoute } from '@tanstack/react-router'
import greeting from '#app/pages/greeting.per-visitor.tsx'
import { PerVisitor } from 'fairlead/navigation'

/** A static page with a part that each visitor sees differently. */
export const Route = createFileRoute('/{-$locale}/greeted/')({
  staticData: { cache: 'static' },
  component: () => (
    <>
      <h1>Greeted</h1>
      <PerVisitor part={greeting} props={{ place: 'bow' }} fallback={<p>Somebody at the bow</p>} />
    </>
  ),
})
