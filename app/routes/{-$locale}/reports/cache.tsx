import { createFileRoute } from '@tanstack/react-router'
import { CachePage, deskCache, DeskError } from 'fairlead/report-desk'

export const Route = createFileRoute('/{-$locale}/reports/cache')({
  ...deskCache,
  component: CachePage,
  errorComponent: DeskError,
})
