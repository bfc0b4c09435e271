import { dehydrateQuery, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStream, hydrateQueries, STREAM_AFTER_MS } from '#fairlead/navigation/loading/document-queries.ts'
import type { Load } from '#fairlead/navigation/prefetch/load-query.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000 })
  return () => vi.useRealTimers()
})

/** Returns a query as a document carries it. */
function payload(key: string, data: string, updatedAt: number) {
  const server = new QueryClient()
  server.setQueryData([key], data, { updatedAt })
  const query = server.getQueryCache().find({ queryKey: [key] })
  if (!query) throw new Error('no query')
  return dehydrateQuery(query)
}

describe('queries of a document', () => {
  it('are in the cache at once, with their times', () => {
    const client = new QueryClient()
    hydrateQueries(client, { initial: [payload('key', 'data', 4_000)] })
    expect(client.getQueryState(['key'])).toMatchObject({ data: 'data', dataUpdatedAt: 4_000 })
  })

  it('are dated by their arrival when the page is shared by all visitors', () => {
    const client = new QueryClient()
    hydrateQueries(client, { initial: [payload('key', 'data', 0)] })
    expect(client.getQueryState(['key'])).toMatchObject({ dataUpdatedAt: 5_000 })
  })

  it('follow the document while it is received, and a stream that fails leaves the rest to be fetched', async () => {
    const client = new QueryClient()
    let controller: ReadableStreamDefaultController<ReturnType<typeof payload>[]> | undefined
    const stream = new ReadableStream<ReturnType<typeof payload>[]>({ start: (started) => void (controller = started) })
    hydrateQueries(client, { stream })
    controller?.enqueue([payload('late', 'data', 4_500)])
    await vi.waitFor(() => expect(client.getQueryData(['late'])).toBe('data'), 30_000)
    controller?.error(new Error('connection lost'))
    await vi.advanceTimersByTimeAsync(0)
    expect(client.getQueryData(['late'])).toBe('data')
  })
})

const context = { preload: false, location: { pathname: '/', searchStr: '' } }
const query = { queryKey: ['a'] }

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
