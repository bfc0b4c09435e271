import { expect, it } from 'vitest'
import { createSignInLimit } from '#app/sessions/sign-in-limit.server.ts'

const NOW = 1_795_000_000_000
const limits = { client: { perSecond: 0.1, burst: 4 }, account: { perSecond: 0.05, burst: 2 }, remembered: 100 }

it('an account takes so many attempts, whichever clients they come from', async () => {
  const count = createSignInLimit(limits)
  expect([await count('1.1.1.1', 'anna', NOW), await count('2.2.2.2', 'anna', NOW)]).toEqual([undefined, undefined])
  expect(await count('3.3.3.3', 'anna', NOW)).toBe(20)
  expect(await count('3.3.3.3', 'ben', NOW)).toBeUndefined()
  expect(await count('3.3.3.3', 'anna', NOW + 20_000)).toBeUndefined()
})

it('a client makes so many attempts, whichever accounts they are for', async () => {
  const count = createSignInLimit(limits)
  const waits = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((account) => count('1.1.1.1', account, NOW)))
  expect(waits).toEqual([undefined, undefined, undefined, undefined, 10])
})
