import { createFileRoute } from '@tanstack/react-router'
import { getLocale } from 'fairlead/locale'

/** The pages of the handbook as Markdown, at their addresses with `.md`. */
export const Route = createFileRoute('/{-$locale}/handbook/{$}.md')({
  server: {
    handlers: {
      GET: async ({ params }) => {
        const { readMarkdown } = await import('#app/handbook/content.server.ts')
        const page = await readMarkdown(getLocale(params), params._splat ?? '')
        if (!page) return new Response('Not Found\n', { status: 404 })
        return new Response(page.text, {
          headers: { 'content-type': 'text/markdown; charset=utf-8', 'content-language': page.lang },
        })
      },
    },
  },
})
