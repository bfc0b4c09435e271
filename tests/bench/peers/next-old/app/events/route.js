export const dynamic = 'force-dynamic'

export function GET() {
  const body = new ReadableStream({
    async start(controller) {
      for (const number of [1, 2]) {
        controller.enqueue(new TextEncoder().encode(`data: ${number}\n\n`))
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
