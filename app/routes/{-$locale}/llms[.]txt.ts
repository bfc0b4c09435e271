import { createFileRoute } from '@tanstack/react-router'
import { getLocale } from '#fairlead/navigation/locale/locale.ts'
import { readBaseUrl } from '#fairlead/navigation/locale/request-info.ts'

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
