import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStream, STREAM_AFTER_MS } from '#app/navigation/loading/document-queries.ts'
import type { Load } from '#app/navigation/prefetch/load-query.ts'

const context = { preload: false, location: { pathname: '/', searchStr: '' } }
const query = { queryKey: ['a'] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(waitMs: number | undefined) {
  const data = Promise.withResolvers<never>()
  const done = vi.fn<(how: string) => void>()
  const load: Load = () => data.promise
  const read = async () => {
    try {
      await createStream(load, waitMs)(query, context)
      done('resolved')
    } catch (error) {
      done((error as Error).message)
    }
  }
  void read()
  return { data, done }
}

describe('a loader that streams', () => {
  it('does not wait for slow data, whose failure is no unhandled rejection', async () => {
    const { data, done } = start(STREAM_AFTER_MS)
    await vi.advanceTimersByTimeAsync(STREAM_AFTER_MS - 1)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalledExactlyOnceWith('resolved')
    data.reject(new Error('late'))
    await vi.runAllTimersAsync()
  })

  it('waits for quick data, and leaves no timer', async () => {
    const { data, done } = start(STREAM_AFTER_MS)
    data.resolve(undefined as never)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveBeenCalledExactlyOnceWith('resolved')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails as quick data does', async () => {
    const { data, done } = start(STREAM_AFTER_MS)
    data.reject(new Error('quick'))
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveBeenCalledExactlyOnceWith('quick')
  })

  it('waits for all data in the browser and for a page that all visitors share', async () => {
    const { data, done } = start(undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).not.toHaveBeenCalled()
    data.resolve(undefined as never)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveBeenCalledExactlyOnceWith('resolved')
  })
})
