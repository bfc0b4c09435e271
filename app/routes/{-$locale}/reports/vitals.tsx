import { createFileRoute } from '@tanstack/react-router'
import { toNumber } from '#fairlead/navigation/search-values.ts'
import { VitalsPage } from '#fairlead/report-desk/vitals-page.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

export const Route = createFileRoute('/{-$locale}/reports/vitals')({
  validateSearch: (search: Record<string, unknown>): { days?: 1 | 30 } => {
    const days = toNumber(search.days)
    return days === 1 || days === 30 ? { days } : {}
  },
  loaderDeps: ({ search }) => search,
  loader: deskLoader<{ deps: { days?: 1 | 30 } }>(({ vitalsQuery }, loading) =>
    loading.context.load(vitalsQuery(loading.deps.days ?? 7), loading),
  ),
  head: (head) => deskTitle(head, 'vitals'),
  component: VitalsPage,
  errorComponent: DeskError,
})
