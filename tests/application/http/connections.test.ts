import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { describe, expect, inject, it } from 'vitest'
import { startForTest } from '#tests/harness/with-server.ts'

/** Returns for how many seconds a server says that it keeps a connection without requests. */
async function idleSeconds(origin: string): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const [response] = (await once(get(`${origin}/healthz`, { agent }), 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  agent.destroy()
  return Number(/^timeout=(\d+)$/.exec(String(response.headers['keep-alive']))?.[1])
}

describe('a connection without requests', () => {
  it('stays open for longer than the 60 s of a proxy, which may send a request at its end', async () => {
    expect(await idleSeconds(inject('origin'))).toBeGreaterThan(60)
  })

  it('stays open for as long as KEEP_ALIVE_TIMEOUT says, in each worker', async () => {
    const { origin } = await startForTest({ env: { KEEP_ALIVE_TIMEOUT: '620', WORKERS: '2' } })
    expect(await idleSeconds(origin)).toBe(620)
  })
})
