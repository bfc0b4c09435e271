import { describe, expect, it, vi } from 'vitest'
import { CACHE_LIMITS } from '#app/server/cache/cache-options.ts'
import type { Outcome } from '#app/server/cache/swr-cache.server.ts'
import { createMake, createWorld, LIFETIMES, read, settled } from '#tests/shell/server/cache/processes.ts'

describe('an invalidation', () => {
  it('is known to another process when that one looks, and at once when it reads the store', async () => {
    const { startProcess } = createWorld()
    const [one, two, fresh] = [startProcess(), startProcess(), startProcess()]
    const make = createMake()
    await read(one.cache, make)
    await read(two.cache, make)
    await one.invalidations.add(['a'], 'test')
    expect(await read(fresh.cache, make)).toBe('made v2')
    await two.invalidations.refresh()
    expect(await read(two.cache, make)).toBe('hit v2')
    expect(make).toHaveBeenCalledTimes(2)
  })

  it.each(['own', 'foreign'])('by the %s process during a render wins over its result', async (whose) => {
    const { startProcess } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    const make = createMake()
    make.mockImplementationOnce(async () => {
      await (whose === 'own' ? one : two).invalidations.add(['a'], 'test')
      await one.invalidations.refresh()
      return { type: 'made', value: 'overtaken', lifetimes: LIFETIMES, tags: ['a'] }
    })
    expect(await Promise.all([read(one.cache, make), read(one.cache, make)])).toEqual(['made v1', 'made v1'])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('during a render that the process learns of later removes what was stored', async () => {
    const { startProcess } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    const make = createMake()
    make.mockImplementationOnce(async () => {
      await two.invalidations.add(['a'], 'test')
      return { type: 'made', value: 'overtaken', lifetimes: LIFETIMES, tags: ['a'] }
    })
    await read(one.cache, make)
    expect(await read(two.cache, make)).toBe('made v1')
    await one.invalidations.refresh()
    expect(await read(one.cache, make)).toBe('hit v1')
  })

  it('wins over a failure as well: the entry from before is not served again', async () => {
    const { clock, startProcess } = createWorld()
    const { cache, invalidations } = startProcess()
    const make = createMake()
    await read(cache, make)
    clock.now += 10_000
    make.mockImplementationOnce(async () => {
      await invalidations.add(['a'], 'test')
      throw new Error('no')
    })
    expect(await read(cache, make)).toBe('stale v1')
    await settled()
    expect(await read(cache, make)).toBe('hit v2')
  })

  it('that overtakes every render leaves each visitor to themselves', async () => {
    const { startProcess } = createWorld()
    const { cache, invalidations } = startProcess()
    const make = vi.fn<() => Promise<Outcome<string>>>(async () => {
      await invalidations.add(['a'], 'test')
      return { type: 'made', value: 'overtaken', lifetimes: LIFETIMES, tags: ['a'] }
    })
    expect(await read(cache, make)).toBe('uncached')
    expect(make).toHaveBeenCalledTimes(CACHE_LIMITS.attempts)
  })
})
