import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import buoy from '#app/pages/buoy.png?picture'
import { Image } from 'fairlead/images'

export const Route = createFileRoute('/{-$locale}/images')({
  staticData: { csp: { images: ['https://images.unsplash.com'] } },
  head: (head) => ({ meta: pageMeta(head, 'Images') }),
  component: Images,
})

function Images() {
  return (
    <>
      <h1>Images</h1>
      <Image src={buoy} alt="A buoy" priority />
      <Image src="https://images.unsplash.com/photo-1" alt="A harbour" width={600} height={400} />
      <p data-testid="below">Below</p>
    </>
  )
}
