import { createFileRoute, redirect } from '@tanstack/react-router'
import type { Locale } from '#fairlead/navigation/locale/locale.ts'
import { LookupPage } from '#fairlead/report-desk/desk-layout.tsx'
import { DeskError } from '#fairlead/report-desk/desk-error.tsx'
import { deskLoader, deskTitle } from '#fairlead/report-desk/desk-route.ts'

type Lookup = { params: { locale?: Locale | undefined }; deps: { id?: string } }

/** The target of the lookup field. Redirects to the report, or shows what to check. */
export const Route = createFileRoute('/{-$locale}/reports/find')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' ? { id: id.slice(0, 200) } : {},
  loaderDeps: ({ search }) => search,
  loader: deskLoader<Lookup>(async ({ lookupQuery }, loading) => {
    const result = await loading.context.load(lookupQuery(loading.deps.id ?? ''), loading)
    if (result.type !== 'found') return
    const params = { ...loading.params, id: result.id }
    throw redirect({ to: '/{-$locale}/reports/$id', params, replace: true })
  }),
  head: (head) => deskTitle(head, 'find'),
  component: LookupPage,
  errorComponent: DeskError,
})
