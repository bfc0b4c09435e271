import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { url: string; headers: IncomingHttpHeaders; body: string; eventId: string | undefined }

/** The ingest's response to a request that it has read. */
export type Behaviour = (response: ServerResponse, received: Received, count: number) => void

/** An ingest that misbehaves on command. */
export type Upstream = {
  dsn: string
  origin: string
  received: Received[]
  behave: (behaviour: Behaviour) => void
  close: () => Promise<void>
}

/** Answers as an ingest that took it. */
export const accept: Behaviour = (response, { eventId }) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: eventId }))
}

/** Answers with a status and headers. */
export function answerWith(status: number, headers: Record<string, string> = {}, body = '{}'): Behaviour {
  return (response) => void response.writeHead(status, headers).end(body)
}

/** Hangs up without an answer. */
export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

/** Starts it on a port of its own, or again on a port it had. */
export async function startUpstream(behaviour: Behaviour = accept, port = 0): Promise<Upstream> {
  let behave = behaviour
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { event_id: eventId } = JSON.parse(body.split('\n', 1)[0] ?? '{}') as { event_id?: string }
      const one = { url: request.url ?? '', headers: request.headers, body, eventId }
      received.push(one)
      behave(response, one, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: actual } = server.address() as AddressInfo
  return {
    dsn: `http://key@127.0.0.1:${actual}/7`,
    origin: `http://127.0.0.1:${actual}`,
    received,
    behave: (next) => {
      behave = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
