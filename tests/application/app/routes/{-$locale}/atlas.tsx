import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'

/** A page that all visitors share, with a frame from another origin. */
export const Route = createFileRoute('/{-$locale}/atlas')({
  staticData: { cache: 'static', csp: { frames: ['https://maps.example'] } },
  component: Atlas,
})

function Atlas() {
  return (
    <>
      <h1>Atlas</h1>
      <Link to="/{-$locale}/charts">Charts</Link>
    </>
  )
}
