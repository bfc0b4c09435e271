import { createFileRoute } from '@tanstack/react-router'
import { CachePage } from '#fairlead/report-desk/cache-page.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

export const Route = createFileRoute('/{-$locale}/reports/cache')({
  loader: deskLoader(({ cacheQuery }, loading) => loading.context.load(cacheQuery, loading)),
  head: (head) => deskTitle(head, 'cache'),
  component: CachePage,
  errorComponent: DeskError,
})
