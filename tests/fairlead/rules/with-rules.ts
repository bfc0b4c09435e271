import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { withServer } from '#tests/harness/with-server.ts'
import { buildWithRules } from '#tests/fairlead/rules/rules-build.ts'
import { UPSTREAM_PORT } from '#tests/fairlead/rules/rules-table.ts'

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/**
 * The other origin of the table's proxied rules. It answers with what it was asked, except at `/stream` (a part now and
 * one when told), `/moved` (a redirect) and `/empty`.
 */
async function startUpstream(): Promise<{ seen: Seen[]; goOn: () => void; stop: () => Promise<void> }> {
  const seen: Seen[] = []
  let goOn = () => {}
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const entry = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(entry)
      if (url.startsWith('/moved')) return void response.writeHead(302, { location: '/elsewhere' }).end()
      if (url.startsWith('/empty')) return void response.writeHead(204).end()
      if (url.startsWith('/stream')) {
        response.writeHead(200, { 'content-type': 'text/plain' })
        response.write('first ')
        goOn = () => response.end('second')
        return
      }
      if (headers.accept?.includes('text/html')) {
        if (url.endsWith('?csp')) response.setHeader('content-security-policy', "default-src 'self'")
        response.writeHead(200, { 'content-type': 'text/html' })
        return void response.end(`<!DOCTYPE html><title>Other</title><link rel="icon" href="data:,"><h1>Other</h1>`)
      }
      response.writeHead(201, {
        'content-type': 'application/json',
        'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
        'keep-alive': 'timeout=77',
        'x-own': 'kept',
      })
      response.end(JSON.stringify(entry))
    })
  })
  server.listen(UPSTREAM_PORT, '127.0.0.1')
  await once(server, 'listening')
  return {
    seen,
    goOn: () => goOn(),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts the application with every kind of rule, and the other origin of its proxied rules, for the tests of a file. */
export function withRules() {
  let upstream: Awaited<ReturnType<typeof startUpstream>>
  const server = withServer(async () => ({ cwd: await buildWithRules() }))
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  afterAll(() => upstream.stop())
  return { server, upstream: () => upstream }
}
