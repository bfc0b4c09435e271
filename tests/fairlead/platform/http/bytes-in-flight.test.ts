import { expect, it } from 'vitest'
import { createBytesInFlight } from '#fairlead/platform/http/bytes-in-flight.ts'

it('the limit of bytes in flight accepts one body that may be larger than all, and no other beside it', () => {
  const inFlight = createBytesInFlight({ total: 20, perClient: 12 })
  const large = inFlight.open('a')
  expect([large.reserve(30, 50), large.reserve(20, 50)]).toEqual([true, true])
  const second = inFlight.open('a')
  expect([second.reserve(1, 50), second.refusal()]).toEqual([false, 'client'])
  const other = inFlight.open('b')
  expect([other.reserve(1), other.refusal()]).toEqual([false, 'total'])
})

it('the limit of bytes in flight refuses what a client, or all clients together, have too much of', () => {
  const inFlight = createBytesInFlight({ total: 20, perClient: 12 })
  const first = inFlight.open('a')
  const second = inFlight.open('a')
  const other = inFlight.open('b')
  expect([first.reserve(8), first.refusal()]).toEqual([true, undefined])
  expect([second.reserve(5), second.refusal()]).toEqual([false, 'client'])
  expect(second.reserve(4)).toBe(true)
  expect([other.reserve(9), other.refusal()]).toEqual([false, 'total'])
  first.release()
  expect(first.bytes()).toBe(0)
  expect(other.reserve(9)).toBe(true)
  // Releasing twice frees nothing of others.
  first.release()
  expect(inFlight.open('c').reserve(8)).toBe(false)
})
