import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { startServer } from '#tests/harness/start-server.ts'

describe('a server that is told to stop', () => {
  it('ends with exit code 0, and takes a second signal for the same wish', async () => {
    const server = await startServer()
    server.process.kill('SIGINT')
    server.process.kill('SIGINT')
    expect(await server.exit).toBe(0)
  })

  it('does not wait for connections that are idle', async () => {
    const server = await startServer()
    const idle = connect(Number(new URL(server.origin).port), '127.0.0.1')
    await once(idle, 'connect')
    // Its answer shows that the server knows of the connection made before it.
    await ask('/healthz', { origin: server.origin })
    const closed = once(idle, 'close')
    expect(await server.stop()).toBe(0)
    await closed
  })
})
