import { createFileRoute } from '@tanstack/react-router'
import type { Filters } from '#fairlead/error-reports/store/problem-filters.ts'
import { ProblemListPage } from '#fairlead/report-desk/problems/problem-list-page.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

export const Route = createFileRoute('/{-$locale}/reports/')({
  // Parsed by `readFilters` where they are used: this function is in the bundle of every page.
  validateSearch: (search: Record<string, unknown>) => search as Filters,
  loaderDeps: ({ search }) => search,
  loader: deskLoader<{ deps: Filters }>(({ facetsQuery, problemsQuery }, loading) => {
    const { load } = loading.context
    return Promise.all([load(problemsQuery(loading.deps, 0), loading), load(facetsQuery, loading)])
  }),
  head: (head) => deskTitle(head, 'problems'),
  component: ProblemListPage,
  errorComponent: DeskError,
})
