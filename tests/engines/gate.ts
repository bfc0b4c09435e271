import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to the site that can be closed, as a lost connection, and through which scripts do not pass if told so. */
export type Gate = {
  origin: string
  /** Paths that were requested through the gate. */
  paths: string[]
  /** Prefetch requests that are under way, and the most at one time. */
  prefetches: { now: number; max: number }
  /** Requests for these paths get no response. */
  held: RegExp | undefined
  /** The connections of requests for these paths are closed. */
  refused: RegExp | undefined
  /** True if documents come with a policy that forbids scripts, which is as good as a browser without JavaScript. */
  forbidsScripts: boolean
  close: () => Promise<void>
  open: () => Promise<void>
}

/** Opens a gate to a server. */
export async function openGate(server: string): Promise<Gate> {
  let port = 0
  let listening: Server | undefined
  const gate: Gate = {
    origin: '',
    paths: [],
    prefetches: { now: 0, max: 0 },
    held: undefined,
    refused: undefined,
    forbidsScripts: false,
    async close() {
      const closing = listening
      listening = undefined
      if (!closing) return
      const closed = once(closing, 'close')
      closing.close()
      closing.closeAllConnections()
      await closed
    },
    async open() {
      if (listening) return
      const gateway = createServer((incoming, outgoing) => {
        const { url = '/', method, headers } = incoming
        gate.paths.push(url)
        if (headers.purpose === 'prefetch') countPrefetch(gate, outgoing)
        if (gate.held?.test(url)) return
        if (gate.refused?.test(url)) return void incoming.destroy()
        const passed = request(new URL(url, server), { method, headers }, (response) => {
          const policy = gate.forbidsScripts && { 'content-security-policy': "script-src 'none'" }
          outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, ...policy })
          response.pipe(outgoing)
        })
        passed.on('error', () => outgoing.destroy())
        outgoing.on('close', () => passed.destroy())
        incoming.pipe(passed)
      })
      await new Promise<void>((resolve) => gateway.listen(port, '127.0.0.1', resolve))
      ;({ port } = gateway.address() as AddressInfo)
      listening = gateway
    },
  }
  await gate.open()
  gate.origin = `http://127.0.0.1:${port}`
  return gate
}

/** Counts a prefetch until its response is sent, or its browser has left. */
function countPrefetch({ prefetches }: Gate, response: ServerResponse): void {
  prefetches.now += 1
  prefetches.max = Math.max(prefetches.max, prefetches.now)
  const end = () => {
    response.off('finish', end).off('close', end)
    prefetches.now -= 1
  }
  response.on('finish', end).on('close', end)
}
