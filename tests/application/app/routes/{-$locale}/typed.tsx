import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

/** A standard schema as people write it for TanStack Router: it wants numbers, booleans and lists, and no text for them. */
const schema = v.object({
  page: v.optional(v.fallback(v.number(), 1)),
  isOpen: v.optional(v.boolean()),
  q: v.optional(v.string()),
  sizes: v.optional(v.array(v.number())),
})

export const Route = createFileRoute('/{-$locale}/typed')({
  validateSearch: schema,
  head: (head) => ({ meta: pageMeta(head, 'Typed') }),
  component: Typed,
})

function Typed() {
  return (
    <>
      <h1>Typed</h1>
      <pre data-testid="search">{JSON.stringify(Route.useSearch())}</pre>
      <Link to="/{-$locale}/typed" search={{ page: 2, isOpen: false, q: '007', sizes: [4] }}>
        Typed values
      </Link>
    </>
  )
}
