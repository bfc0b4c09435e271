import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below the ones that the system gives to outgoing connections, which could take a port before its server does. */
const PORTS = { first: 20_000, count: 12_000 }

/** Returns a port that nothing listens on, on any interface. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
