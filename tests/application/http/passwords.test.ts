import { once } from 'node:events'
import { request } from 'node:http'
import { expect, it, vi } from 'vitest'
import { functionsIn, OWN_PAGE } from '#tests/harness/call-server-fn.ts'
import { ask } from '#tests/harness/request.ts'
import { withServer } from '#tests/harness/with-server.ts'

// A hash takes long by design, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const server = withServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })

const hashOne = () => functionsIn('account').at(-1) ?? ''
const headersOf = (client: string) => ({ ...OWN_PAGE, 'x-forwarded-for': client })

/** Hashes a password for a client. */
const hash = (client: string) => ask(hashOne(), { method: 'POST', headers: headersOf(client), origin: server.origin })

/** Returns how many passwords were hashed so far, this one included. */
const hashed = async () => Number(/"s":(\d+)/.exec((await hash('192.0.2.2')).text)?.[1])

it('a client that floods the queue of passwords gets 503 with Retry-After, and others their turn', async () => {
  const flood = Array.from({ length: 30 }, () => hash('192.0.2.1'))
  expect((await hash('192.0.2.2')).status).toBe(200)
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThanOrEqual(15)
  for (const { status, headers, text } of refused) {
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(text).toContain('Sign-in is not available at the moment')
  }
  expect(server.log.filter((line) => line.includes('"failed"'))).toEqual([])
})

it('a password whose connection is closed before its turn is not hashed', async () => {
  const before = await hashed()
  const flood = Array.from({ length: 20 }, () =>
    request(`${server.origin}${hashOne()}`, { method: 'POST', headers: headersOf('192.0.2.3') })
      .on('error', () => {})
      .end(),
  )
  // The first response refuses one of them, while others wait.
  await Promise.race(flood.map((one) => once(one, 'response')))
  for (const one of flood) one.destroy()
  expect((await hashed()) - before).toBeLessThan(8)
})
