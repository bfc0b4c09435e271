import { createFileRoute, redirect } from '@tanstack/react-router'
import { LookupPage } from '#app/report-desk/lookup-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** The target of the lookup field. Redirects to the report, or shows what to check. */
export const Route = createFileRoute('/{-$locale}/reports/find')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' ? { id: id.slice(0, 200) } : {},
  loaderDeps: ({ search }) => search,
  loader: async (loading) => {
    if (loading.context.auth.type !== 'signed-in') return
    const { lookupQuery } = await import('#app/report-desk/desk-queries.ts')
    const { params, deps, context } = loading
    const result = await context.load(lookupQuery(deps.id ?? ''), loading)
    if (result.type !== 'found') return
    throw redirect({ to: '/{-$locale}/reports/$id', params: { ...params, id: result.id }, replace: true })
  },
  head: (head) => deskTitle(head, 'find'),
  component: LookupPage,
  errorComponent: DeskError,
})
