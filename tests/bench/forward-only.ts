// A tunnel that only forwards, as the SDK brings it: `node tests/bench/forward-only.ts <dsn>`. Says where it listens.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleTunnelRequest } from '@sentry/core'

const [dsn = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const { method = 'POST', url = '/', headers } = request
  void handleTunnelRequest(Object.assign(request, { method, url, headers }), response, { allowedDsns: [dsn] })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))
