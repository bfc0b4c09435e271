import { createFileRoute } from '@tanstack/react-router'
import { movedQuery } from '#app/pages/queries.ts'

/** Never rendered: its query redirects to the item with the same id. */
export const Route = createFileRoute('/{-$locale}/moved/$id')({
  loader: (loading) => loading.context.load(movedQuery(loading.params.id, loading.params.locale), loading),
})
