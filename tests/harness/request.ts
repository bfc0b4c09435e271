import { request } from 'node:http'
import { inject } from 'vitest'

export type Answer = {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
  text: string
}

type Options = { method?: string; headers?: Record<string, string>; body?: string; origin?: string }

/** Sends a request with exactly this path: nothing is resolved, escaped or decompressed, and no redirect is followed. */
export function ask(path: string, options: Options = {}): Promise<Answer> {
  const { hostname, port } = new URL(options.origin ?? inject('origin'))
  const { method = 'GET', headers = {}, body: sent } = options
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const body = Buffer.concat(chunks)
        const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(received) as Answer['headers'],
          body,
          text: body.toString('utf8'),
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(sent)
  })
}
