import { createFileRoute } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie, getRequestHeader } from '@tanstack/react-start/server'
import { keptQuery } from '#app/pages/queries.ts'
import { toNumber } from 'fairlead/navigation'
import { Kept } from '#app/pages/kept.tsx'
import { pageMeta } from 'fairlead/metadata'

/** Returns what of the visitor the page depends on. */
const readVisitor = createIsomorphicFn()
  .server(() => `${getCookie('currency') ?? '-'} ${getRequestHeader('x-tier') ?? '-'} ${getCookie('other') ?? '-'}`)
  .client(() => '')

export const Route = createFileRoute('/{-$locale}/varied')({
  staticData: {
    cache: {
      freshFor: 3_600,
      staleFor: 0,
      vary: { cookies: ['currency'], headers: ['x-tier'] },
      search: ['page'],
    },
  },
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = toNumber(search.page)
    return page === undefined ? {} : { page }
  },
  loaderDeps: ({ search: { page } }) => ({ page }),
  loader: async (loading) => {
    await loading.context.load(keptQuery('varied'), loading)
    return { seen: `${readVisitor()} ${String(loading.deps.page ?? '-')} ${loading.location.searchStr}` }
  },
  head: (head) => ({ meta: pageMeta(head, 'Varied') }),
  component: Page,
})

function Page() {
  return <Kept id="varied" seen={Route.useLoaderData().seen} />
}
