import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'

/** A page with headers of its own, and an image from another origin. */
export const Route = createFileRoute('/{-$locale}/charts')({
  staticData: { csp: { images: ['https://charts.example'] } },
  headers: () => ({
    'cache-control': 'private, max-age=60',
    vary: 'X-Unit',
    'x-unit': 'metres',
    'content-security-policy': "media-src 'none'",
  }),
  component: Charts,
})

function Charts() {
  return (
    <>
      <h1>Charts</h1>
      <img src="https://charts.example/harbour.png" alt="The harbour" />
      <Link to="/{-$locale}/atlas">Atlas</Link>
      <Link to="/{-$locale}/start">Plain start</Link>
    </>
  )
}
