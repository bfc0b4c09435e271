import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'
import { z } from 'zod'

export const Route = createFileRoute('/{-$locale}/stack/search-zod')({
  validateSearch: z.object({
    page: z.number().catch(1),
    tags: z.array(z.string()).catch([]),
    at: z.object({ x: z.number() }).optional(),
    q: z.string().catch(''),
  }),
  component: Search,
})

function Search() {
  const search = Route.useSearch()
  return (
    <main>
      <Link id="go" to="/{-$locale}/stack/search-zod" search={{ page: 2, tags: ['a', 'b'], at: { x: 3 }, q: '007' }}>
        Go
      </Link>
      <output id="out">{JSON.stringify(search)}</output>
    </main>
  )
}
