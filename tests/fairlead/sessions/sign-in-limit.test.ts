import { expect, it } from 'vitest'
import { createSignInLimit } from '#fairlead/sessions/sign-in-limit.server.ts'

const NOW = 1_795_000_000_000
const limits = {
  client: { perSecond: 0.1, burst: 4 },
  account: { perSecond: 0.05, burst: 2 },
  accountOfAll: { perSecond: 0.25, burst: 5 },
  remembered: 100,
}

/** Counts as many attempts of a client as an account takes, and more. */
async function flood(count: ReturnType<typeof createSignInLimit>, client: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) await count(client, 'anna', NOW)
}

it('a client makes so many attempts on an account', async () => {
  const count = createSignInLimit(limits)
  expect([await count('1.1.1.1', 'anna', NOW), await count('1.1.1.1', 'anna', NOW)]).toEqual([undefined, undefined])
  expect(await count('1.1.1.1', 'anna', NOW)).toBe(20)
  expect(await count('1.1.1.1', 'ben', NOW)).toBeUndefined()
  expect(await count('1.1.1.1', 'anna', NOW + 20_000)).toBeUndefined()
})

it('a client does not keep the owner out of an account, however many attempts are refused', async () => {
  const count = createSignInLimit(limits)
  await flood(count, '1.1.1.1')
  expect([await count('2.2.2.2', 'anna', NOW), await count('2.2.2.2', 'anna', NOW)]).toEqual([undefined, undefined])
})

it('an account takes so many attempts of all clients', async () => {
  const count = createSignInLimit(limits)
  for (const client of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) await flood(count, client)
  expect(await count('4.4.4.4', 'anna', NOW)).toBe(4)
  expect(await count('4.4.4.4', 'ben', NOW)).toBeUndefined()
})

it('a client makes so many attempts, whichever accounts they are for', async () => {
  const count = createSignInLimit(limits)
  const waits: unknown[] = []
  for (const account of ['a', 'b', 'c', 'd', 'e']) waits.push(await count('1.1.1.1', account, NOW))
  expect(waits).toEqual([undefined, undefined, undefined, undefined, 10])
})
