import { dehydrateQuery, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hydrateQueries } from '#app/navigation/loading/document-queries.ts'

/** Returns a query as a document carries it. */
function payload(key: string, data: string, updatedAt: number) {
  const server = new QueryClient()
  server.setQueryData([key], data, { updatedAt })
  const query = server.getQueryCache().find({ queryKey: [key] })
  if (!query) throw new Error('no query')
  return dehydrateQuery(query)
}

describe('queries of a document', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 5_000 }))
  afterEach(() => vi.useRealTimers())

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
