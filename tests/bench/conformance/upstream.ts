import { once } from 'node:events'
import { createServer } from 'node:http'
import { UPSTREAM_PORT } from '#tests/bench/conformance/table.ts'

/** The other origin of the proxied rules: it responds with the request that it got, and its host. */
export async function startUpstream(): Promise<AsyncDisposable> {
  const server = createServer(({ url, headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'x-upstream': '1' })
    response.end(`${url} for ${String(headers['x-forwarded-host'])}`)
  })
  server.listen(UPSTREAM_PORT, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
