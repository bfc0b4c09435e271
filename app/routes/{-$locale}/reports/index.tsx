import { createFileRoute } from '@tanstack/react-router'
import type { Filters } from '#app/monitoring/reports/filters.ts'
import { ListPage } from '#app/monitoring/reports/list-page.tsx'
import { deskTitle } from '#app/monitoring/reports/title.ts'

export const Route = createFileRoute('/{-$locale}/reports/')({
  // Read where they are used, by `readFilters`: what stands here is part of every page of the application.
  validateSearch: (search: Record<string, unknown>) => search as Filters,
  loaderDeps: ({ search }) => search,
  loader: async (loading) => {
    if (loading.context.desk.type !== 'in') return
    const { facetsQuery, problemsQuery } = await import('#app/monitoring/reports/queries.ts')
    const { load } = loading.context
    await Promise.all([load(problemsQuery(loading.deps, 0), loading), load(facetsQuery, loading)])
  },
  head: (head) => deskTitle(head, 'problems'),
  component: ListPage,
})
