import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'
import * as v from 'valibot'

export const Route = createFileRoute('/{-$locale}/stack/search-valibot')({
  validateSearch: v.object({
    page: v.fallback(v.number(), 1),
    tags: v.optional(v.array(v.string()), []),
    at: v.optional(v.object({ x: v.number() })),
    q: v.optional(v.string(), ''),
  }),
  component: Search,
})

function Search() {
  const search = Route.useSearch()
  return (
    <main>
      <Link
        id="go"
        to="/{-$locale}/stack/search-valibot"
        search={{ page: 2, tags: ['a', 'b'], at: { x: 3 }, q: '007' }}
      >
        Go
      </Link>
      <output id="out">{JSON.stringify(search)}</output>
    </main>
  )
}
