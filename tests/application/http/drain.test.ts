import { describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { startServer } from '#tests/harness/start-server.ts'

const DRAIN_MS = 1_500

describe('a server that gets a signal to stop during a response', () => {
  it.each([
    ['itself', '1', ['.output/server/index.mjs']],
    ['by the command that started it', '1', ['node_modules/fairlead/cli/bootstrap.mjs', 'start']],
    ['with two workers', '2', ['.output/server/index.mjs']],
  ])('%s finishes the answer, says 503 to load balancers meanwhile and ends with 0', async (_, WORKERS, args) => {
    const server = await startServer({ args, env: { WORKERS } })
    const { origin } = server
    let finished = false
    const slow = ask(`/item/1?delay=${DRAIN_MS}`, { origin }).finally(() => (finished = true))
    // Asked after it and answered: by then the slow request is under way.
    expect((await ask('/healthz', { origin })).status).toBe(200)

    server.process.kill('SIGTERM')
    let health = 200
    while (health === 200) health = (await ask('/healthz', { origin })).status
    expect(health).toBe(503)
    expect(finished).toBe(false)

    const { status, text } = await slow
    expect(status).toBe(200)
    expect(text).toMatch(/data-testid="stamp"/)
    expect(text).toMatch(/<\/html>\s*$/)
    expect(await server.exit).toBe(0)
  })
})
