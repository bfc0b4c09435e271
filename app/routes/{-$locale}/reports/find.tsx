import { createFileRoute, redirect } from '@tanstack/react-router'
import { LookupPage } from '#app/report-desk/lookup-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskTitle } from '#app/report-desk/desk-title.ts'

/** Where the box for a digest or an id leads: on to the report, or to what to check. */
export const Route = createFileRoute('/{-$locale}/reports/find')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' || typeof id === 'number' ? { id: String(id).slice(0, 200) } : {},
  loaderDeps: ({ search }) => search,
  loader: async (loading) => {
    if (loading.context.desk.type !== 'in') return
    const { lookUpQuery } = await import('#app/report-desk/desk-queries.ts')
    const { params, deps, context } = loading
    const looked = await context.load(lookUpQuery(deps.id ?? ''), loading)
    if (looked.type !== 'found') return
    throw redirect({ to: '/{-$locale}/reports/$id', params: { ...params, id: looked.id }, replace: true })
  },
  head: (head) => deskTitle(head, 'find'),
  component: LookupPage,
  errorComponent: DeskError,
})
