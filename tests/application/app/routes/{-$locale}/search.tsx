import { createFileRoute } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { pageMeta } from 'fairlead/metadata'
import { Link, toJson, toList, toNumber } from 'fairlead/navigation'

const origin = createIsomorphicFn()
  .server(() => 'server')
  .client(() => 'browser')

type Search = Record<string, unknown> & {
  page?: number | undefined
  tag?: string[] | undefined
  range?: { min: number } | undefined
}

/** Reads a number, a list and JSON; other params stay text. */
function validateSearch(search: Record<string, unknown>): Search {
  const page = toNumber(search.page)
  const tag = toList(search.tag)
  const range = toJson(search.range) as { min?: unknown } | undefined
  const min = toNumber(range?.min)
  return {
    ...search,
    page,
    tag: tag.length > 0 ? tag : undefined,
    range: min === undefined ? undefined : { min },
  }
}

export const Route = createFileRoute('/{-$locale}/search')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => ({ deps: JSON.stringify(deps), from: origin() }),
  head: (head) => ({ meta: pageMeta(head, 'Search') }),
  component: Search,
})

function Search() {
  const search = Route.useSearch()
  const { deps, from } = Route.useLoaderData()
  return (
    <>
      <h1>Search</h1>
      <pre data-testid="search">{JSON.stringify(search)}</pre>
      <pre data-testid="deps">{deps}</pre>
      <p data-testid="from">{from}</p>
      <p>
        <Link to="." search={(before) => ({ ...before, page: (toNumber(before.page) ?? 1) + 1 })}>
          Next page
        </Link>
        <Link to="." search={{ page: 1, code: '007', tag: ['a b', '1'], range: { min: 3 } }}>
          Values
        </Link>
      </p>
      <form action="/search">
        <input name="code" aria-label="Code" defaultValue="1e3 +" />
        <input name="tag" aria-label="Tag" defaultValue="true" />
        <button>Search</button>
      </form>
    </>
  )
}
