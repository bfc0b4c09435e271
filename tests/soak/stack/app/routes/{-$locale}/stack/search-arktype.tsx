import { createFileRoute } from '@tanstack/react-router'
import { Link } from 'fairlead/navigation'
import { type } from 'arktype'

export const Route = createFileRoute('/{-$locale}/stack/search-arktype')({
  validateSearch: type({
    page: 'number = 1',
    tags: type('string[]').default(() => []),
    'at?': { x: 'number' },
    q: "string = ''",
  }),
  component: Search,
})

function Search() {
  const search = Route.useSearch()
  return (
    <main>
      <Link
        id="go"
        to="/{-$locale}/stack/search-arktype"
        search={{ page: 2, tags: ['a', 'b'], at: { x: 3 }, q: '007' }}
      >
        Go
      </Link>
      <output id="out">{JSON.stringify(search)}</output>
    </main>
  )
}
