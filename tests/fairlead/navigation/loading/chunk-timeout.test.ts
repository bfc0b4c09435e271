import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createChunkTimeout } from '#fairlead/navigation/loading/route-chunks.ts'
import { ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'
import { deniedStorage, memoryStorage } from '#tests/fairlead/navigation/memory-storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** A tab's storage that outlives its documents, each of which has a limit of its own. */
function tab() {
  const storage = memoryStorage()
  const newDocument = (connect = () => Promise.resolve(false)) => createChunkTimeout(storage, connect)
  return { items: storage.items, newDocument }
}

const never = new Promise<never>(() => {})
const missing = () => Promise.reject(new Error('gone'))

describe('the route limit', () => {
  it('asks for nothing when the code is there in time, however long the data takes', async () => {
    const { newDocument, items } = tab()
    expect(await newDocument().watch('/a', Promise.resolve())).toEqual('loaded')
    expect(vi.getTimerCount()).toBe(0)
    expect(items.size).toBe(0)
  })

  it('asks for the document at 3800 ms and not before, also when the load it joined never settles', async () => {
    const { newDocument } = tab()
    const ended = vi.fn<(verdict: unknown) => void>()
    void newDocument().watch('/a', never).then(ended)
    await vi.advanceTimersByTimeAsync(ROUTE_LOAD_TIMEOUT_MS - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledExactlyOnceWith('document')
  })

  it('asks for nothing when the visitor moves on, and watches only the last target', async () => {
    const limit = tab().newDocument()
    const first = limit.watch('/a', never)
    const second = limit.watch('/b', never)
    expect(await first).toEqual('superseded')
    limit.supersede()
    expect(await second).toEqual('superseded')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives up when the target fails again in the new document, for whichever reason', async () => {
    const { newDocument } = tab()
    await newDocument().watch('/a', missing())
    const again = newDocument().watch('/a', never)
    await vi.advanceTimersByTimeAsync(ROUTE_LOAD_TIMEOUT_MS)
    expect(await again).toEqual('limit')
  })

  it.each(['limit', 'missing'] as const)('waits until the server can be reached (%s)', async (why) => {
    const { newDocument, items } = tab()
    const online = Promise.withResolvers<boolean>()
    const limit = newDocument(() => online.promise)
    const ended = vi.fn<(verdict: unknown) => void>()
    void limit.watch('/a', why === 'limit' ? never : missing()).then(ended)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ended).not.toHaveBeenCalled()
    expect(items.size).toBe(0)
    online.resolve(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(ended).toHaveBeenCalledExactlyOnceWith('document')
  })

  it('shows code that arrives while it waits, and leaves nothing of a target that the visitor left meanwhile', async () => {
    const { newDocument, items } = tab()
    const limit = newDocument(() => new Promise(() => {}))
    const late = Promise.withResolvers<void>()
    const first = limit.watch('/a', late.promise)
    await vi.advanceTimersByTimeAsync(60_000)
    late.resolve()
    expect(await first).toEqual('loaded')
    const second = limit.watch('/b', missing())
    await vi.advanceTimersByTimeAsync(60_000)
    limit.supersede()
    expect(await second).toEqual('superseded')
    expect(items.size).toBe(0)
  })

  it('does not go round between two targets either', async () => {
    const { newDocument } = tab()
    const types: string[] = []
    for (const target of ['/a', '/b', '/a', '/b']) types.push(await newDocument().watch(target, missing()))
    expect(types).toEqual(['document', 'document', 'missing', 'missing'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('may ask for the document again once the target has loaded or the error page has been shown', async () => {
    const { newDocument } = tab()
    await newDocument().watch('/a', missing())
    await newDocument().watch('/a', Promise.resolve())
    expect(await newDocument().watch('/a', missing())).toBe('document')
    expect(await newDocument().watch('/a', missing())).toBe('missing')
    expect(await newDocument().watch('/a', missing())).toBe('document')
  })

  it('keeps what it knows of a target that the visitor left', async () => {
    const { newDocument } = tab()
    await newDocument().watch('/a', missing())
    const limit = newDocument()
    void limit.watch('/a', never)
    limit.supersede()
    expect(await limit.watch('/a', missing())).toBe('missing')
  })

  it('gives up rather than loop where storage is denied, and still lets pages load', async () => {
    const limit = createChunkTimeout(deniedStorage, () => Promise.resolve(false))
    expect(await limit.watch('/a', missing())).toBe('missing')
    expect(await limit.watch('/a', Promise.resolve())).toBe('loaded')
  })
})
