import { createFileRoute } from '@tanstack/react-router'
import manifest from '#app/pages/manifest.per-visitor.tsx'
import signedInAs from '#app/pages/signed-in-as.per-visitor.tsx'
import { PerVisitor } from 'fairlead/navigation'

/** A cached page with the part of the handbook, and one whose data are no JSON. */
export const Route = createFileRoute('/{-$locale}/greeted/member')({
  staticData: { cache: { freshFor: 60, staleFor: 0 } },
  component: () => (
    <>
      <h1>Members</h1>
      <PerVisitor part={signedInAs} props={{}} fallback={<p>Somebody</p>} />
      <PerVisitor part={manifest} props={{}} fallback={<p>No manifest</p>} />
    </>
  ),
})
