import { createFileRoute } from '@tanstack/react-router'
import { getLocale, readBaseUrl } from 'fairlead/locale'

/** See https://llmstxt.org. */
export const Route = createFileRoute('/{-$locale}/llms.txt')({
  server: {
    handlers: {
      GET: async ({ params }) => {
        const { writeLlmsTxt } = await import('#app/handbook/content.server.ts')
        const text = await writeLlmsTxt(getLocale(params), readBaseUrl())
        return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
      },
    },
  },
})
