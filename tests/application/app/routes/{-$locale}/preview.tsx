import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/preview')({
  head: (head) => ({
    meta: pageMeta(head, 'Tide & time', 'A page with an image of its own.', {
      type: 'article',
      image: { url: '/card/tide', alt: 'The word tide', width: 1_200, height: 630 },
    }),
  }),
  component: () => (
    <>
      <h1>Tide & time</h1>
      <Link to="/{-$locale}/item/$id" params={(params) => ({ ...params, id: '5' })}>
        Item 5
      </Link>
    </>
  ),
})
