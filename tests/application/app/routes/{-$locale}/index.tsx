import { createFileRoute } from '@tanstack/react-router'
import { pageMeta } from 'fairlead/metadata'
import { Link } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/')({
  staticData: { cache: 'static' },
  headers: () => ({ vary: 'Accept-Language, Cookie' }),
  head: (head) => ({ meta: pageMeta(head, 'Front', 'The first page.') }),
  component: Front,
})

function Front() {
  return (
    <>
      <h1>Front</h1>
      <p>The first page of the application that the tests of the shell are run against.</p>
      <p>It is the same for every visitor, so that it may be kept by the page cache.</p>
      <Link to="/{-$locale}/guide/$" params={(params) => ({ ...params, _splat: 'one' })}>
        Guide, page one
      </Link>
    </>
  )
}
