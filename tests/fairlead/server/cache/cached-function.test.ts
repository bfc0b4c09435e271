import { createServerEntry, getCookie } from '@tanstack/react-start/server'
import { describe, expect, it, vi } from 'vitest'
import { transaction } from '#fairlead/database/database.server.ts'
import { cached } from '#fairlead/server/cache/cached-function.server.ts'
import { invalidate } from '#fairlead/server/cache/invalidate.server.ts'
import { observeReads } from '#fairlead/server/cache/private-reads.server.ts'
import { RequestContext, getRequestContext, runWithRequestContext } from '#fairlead/platform/request-context.server.ts'
import { withDatabase } from '#tests/harness/test-database.ts'

withDatabase()

const LIFETIMES = { freshFor: 60, staleFor: 60 }
const createContext = () => new RequestContext(new Request('http://localhost/page'), 'nonce')

/** Returns a function that is cached under a key of its own. */
function createRead(name: string, tags: (id: number) => string[] = (id) => [`${name}:${id}`]) {
  const fn = vi.fn<(id: number) => Promise<{ id: number; at: Date }>>(async (id) => ({ id, at: new Date(0) }))
  return { fn, read: cached(fn, { ...LIFETIMES, key: (id) => [name, id], tags }) }
}

/** Runs a function as Start runs the code of a request with this cookie. */
async function inStart<T>(cookie: string, run: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const fetch = async () => {
    await run().then(resolve, reject)
    return new Response()
  }
  await createServerEntry({ fetch }).fetch(new Request('http://localhost', { headers: { cookie } }))
  return promise
}

describe('a cached function in a request of Start', () => {
  const readVisitor = (name: string) => cached(() => getCookie('visitor'), { ...LIFETIMES, key: () => [name] })

  it('can read no cookie', async () => {
    const run = async () => {
      expect(getCookie('visitor')).toBe('Ada')
      await expect(readVisitor('cookie')()).rejects.toThrow('No StartEvent found')
      return getCookie('visitor')
    }
    expect(await inStart('visitor=Ada', run)).toBe('Ada')
  })

  it('is refused when Start keeps its request elsewhere', async () => {
    const key = Symbol.for('tanstack-start:event-storage')
    const storage = Reflect.get(globalThis, key) as unknown
    expect(storage).toBeDefined()
    Reflect.deleteProperty(globalThis, key)
    try {
      const refused = inStart('visitor=Ada', () => readVisitor('elsewhere')())
      await expect(refused).rejects.toThrow('does not keep its request under Symbol(tanstack-start:event-storage)')
    } finally {
      Reflect.set(globalThis, key, storage)
    }
    expect(await readVisitor('elsewhere')().catch(String)).toContain('No StartEvent found')
  })
})

describe('a cached function', () => {
  it('runs once for each key, in and outside of requests', async () => {
    const { fn, read } = createRead('once')
    const calls = Array.from({ length: 20 }, () => runWithRequestContext(createContext(), () => read(1)))
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ id: 1, at: new Date(0) })))
    await read(1)
    expect(fn).toHaveBeenCalledTimes(1)
    await read(2)
    expect(fn).toHaveBeenCalledTimes(2)
  })

  it('returns the same value within a request, and a copy to another', async () => {
    const { read } = createRead('copies')
    const [one, two] = await runWithRequestContext(createContext(), () => Promise.all([read(1), read(1)]))
    expect(one).toBe(two)
    expect(await read(1)).not.toBe(one)
  })

  it('runs again after an invalidation of its tag, and names its tags to the page that reads it', async () => {
    const { fn, read } = createRead('tagged')
    const outer = cached(async (id: number) => (await read(id)).id, { ...LIFETIMES, key: (id) => ['outer', id] })
    const context = createContext()
    await runWithRequestContext(context, () => outer(1))
    expect([...context.cacheTags]).toEqual(['tagged:1'])
    await runWithRequestContext(context, () => invalidate({ tags: ['tagged:1'] }))
    expect([...context.invalidated.tags]).toEqual(['tagged:1'])
    await outer(1)
    expect(fn).toHaveBeenCalledTimes(2)
  })

  it('runs itself in a transaction, and leaves nothing of one that is rolled back but its tags', async () => {
    const { fn, read } = createRead('in-a-transaction')
    fn.mockImplementationOnce(async () => ({ id: 0, at: new Date(1) }))
    const context = createContext()
    const rolledBack = runWithRequestContext(context, () =>
      transaction(async () => {
        expect(await read(1)).toEqual({ id: 0, at: new Date(1) })
        throw new Error('rolled back')
      }),
    )
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect([...context.cacheTags]).toEqual(['in-a-transaction:1'])
    expect(await read(1)).toEqual({ id: 1, at: new Date(0) })
  })

  it('does not keep a transaction waiting that needs what is being made', async () => {
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const { fn, read } = createRead('made-meanwhile')
    fn.mockImplementationOnce(async (id) => {
      reached.resolve()
      await released.promise
      return { id, at: new Date(0) }
    })
    const outside = read(1)
    await reached.promise
    const inside = transaction(async () => {
      const value = read(1)
      released.resolve()
      return value
    })
    expect(await Promise.all([outside, inside])).toEqual([1, 1].map((id) => ({ id, at: new Date(0) })))
  })

  it('cannot be invalidated in a transaction, before its commit', async () => {
    const early = transaction(() => invalidate({ tags: ['early'] }))
    await expect(early).rejects.toThrow('invalidate: inside of a transaction; call it after the commit')
  })

  it('has no request', async () => {
    const read = cached(() => getRequestContext() === undefined, { ...LIFETIMES, key: () => ['no request'] })
    expect(await runWithRequestContext(createContext(), () => read())).toBe(true)
  })

  it('that fails rejects for all who wait, and is tried again', async () => {
    const { fn, read } = createRead('failing')
    fn.mockRejectedValueOnce(new Error('no'))
    const results = await Promise.allSettled([read(1), read(1)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await read(1)).toMatchObject({ id: 1 })
  })

  it.each<[string, () => ReturnType<typeof createRead>]>([
    ['a tag of 501 characters', () => createRead('long-tag', () => ['x'.repeat(501)])],
    ['a key of more than 500', () => createRead('x'.repeat(600))],
  ])('with %s runs each time', async (_, create) => {
    const { fn, read } = create()
    await read(1)
    await read(1)
    expect(fn).toHaveBeenCalledTimes(2)
  })

  it('may have any text in its tags', async () => {
    const { fn, read } = createRead('any-text', (id) => [`a, b \0 ⛵ ${id}`])
    await read(1)
    await invalidate({ tags: ['a, b \0 ⛵ 1'] })
    await read(1)
    expect(fn).toHaveBeenCalledTimes(2)
    await expect(createRead('many', () => Array.from({ length: 65 }, String)).read(1)).rejects.toThrow(RangeError)
  })

  it('reads no cookie while a page is rendered for all visitors', async () => {
    const context = createContext()
    const onPrivateRead = vi.fn<(what: string) => void>()
    context.onPrivateRead = onPrivateRead
    observeReads(context.request, LIFETIMES, onPrivateRead)
    await runWithRequestContext(context, () => createRead('shared-render').read(1))
    expect(onPrivateRead).not.toHaveBeenCalled()
  })
})
