import { createFileRoute } from '@tanstack/react-router'
import { LookupPage } from '#app/report-desk/lookup-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskLoader } from '#app/report-desk/desk-loader.ts'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** The target of the lookup field. Redirects to the report, or shows what to check. */
export const Route = createFileRoute('/{-$locale}/reports/find')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' ? { id: id.slice(0, 200) } : {},
  loaderDeps: ({ search }) => search,
  loader: deskLoader(({ loadLookup }) => loadLookup),
  head: (head) => deskTitle(head, 'find'),
  component: LookupPage,
  errorComponent: DeskError,
})
