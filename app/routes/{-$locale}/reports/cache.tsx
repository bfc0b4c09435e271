import { createFileRoute } from '@tanstack/react-router'
import { CachePage } from '#app/report-desk/cache-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader } from '#app/report-desk/desk-loader.ts'
import { deskTitle } from '#app/report-desk/desk-title.ts'

export const Route = createFileRoute('/{-$locale}/reports/cache')({
  loader: deskLoader(({ loadCache }) => loadCache),
  head: (head) => deskTitle(head, 'cache'),
  component: CachePage,
  errorComponent: DeskError,
})
