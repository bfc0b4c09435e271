import { createFileRoute } from '@tanstack/react-router'
import { CachePage } from '#app/report-desk/cache-page.tsx'
import { DeskError } from '#app/report-desk/desk-error.tsx'
import { deskTitle } from '#app/report-desk/desk-title.ts'

export const Route = createFileRoute('/{-$locale}/reports/cache')({
  loader: async (loading) => {
    if (loading.context.auth.type !== 'signed-in') return
    const { cacheQuery } = await import('#app/report-desk/desk-queries.ts')
    await loading.context.load(cacheQuery, loading)
  },
  head: (head) => deskTitle(head, 'cache'),
  component: CachePage,
  errorComponent: DeskError,
})
