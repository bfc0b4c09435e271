import { createFileRoute } from '@tanstack/react-router'
import { PageImage } from '#app/handbook/page-image.server.tsx'
import { getLocale } from 'fairlead/locale'
import { imageResponse } from 'fairlead/images.server'

/** Longer ones are no page's. */
const MAX_SLUG_CHARS = 200

/** The images of handbook pages, for previews of links to them; `index` is that of the first page. */
export const Route = createFileRoute('/{-$locale}/handbook/image/$')({
  server: {
    handlers: {
      GET: async ({ request, params }) => {
        // Here, because only a build has the handbook's pages, and tests read the route tree without.
        const { readPage } = await import('#app/handbook/content.server.ts')
        const slug = params._splat === 'index' ? '' : (params._splat ?? '').slice(0, MAX_SLUG_CHARS)
        const result = await readPage(getLocale(params), slug)
        if (!result.found) return new Response('Not Found\n', { status: 404 })
        const { page } = result
        return imageResponse(request, ['handbook', page.lang, slug], () => PageImage(page))
      },
    },
  },
})
