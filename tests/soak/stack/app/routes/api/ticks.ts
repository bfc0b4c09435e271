import { createFileRoute } from '@tanstack/react-router'

async function* ticks() {
  for (let n = 1; n <= 3; n++) {
    yield new TextEncoder().encode(`data: ${n}\n\n`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const Route = createFileRoute('/api/ticks')({
  server: {
    handlers: {
      GET: () => new Response(ReadableStream.from(ticks()), { headers: { 'content-type': 'text/event-stream' } }),
    },
  },
})
