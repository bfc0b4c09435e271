import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilStaying, watchLeaving } from '#fairlead/navigation/loading/leaving-document.ts'

const listeners = new Map<string, () => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function isStaying(): Promise<boolean> {
  let stays = false
  void untilStaying().then(() => (stays = true))
  await vi.advanceTimersByTimeAsync(0)
  return stays
}

it('a document that the visitor leaves counts as left for ten seconds', async () => {
  const stop = watchLeaving()
  expect(await isStaying()).toBe(true)
  listeners.get('beforeunload')?.()
  expect(await isStaying()).toBe(false)
  await vi.advanceTimersByTimeAsync(9_990)
  expect(await isStaying()).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(await isStaying()).toBe(true)
  stop()
  expect(listeners.size).toBe(0)
})

it('a document that was left before the client ran counts as left', async () => {
  vi.stubGlobal('early', { events: [new Event('beforeunload')], listener: () => {} })
  watchLeaving()
  expect(await isStaying()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await isStaying()).toBe(true)
})
