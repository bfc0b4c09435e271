import { describe, expect, it, vi } from 'vitest'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'
import { type EntryTimes, freshnessOf, type Outcome, timesFrom } from '#fairlead/server/cache/swr-cache.server.ts'
import { createMake, createWorld, LIFETIMES, read, settled } from '#tests/fairlead/server/cache/processes.ts'

const ENTRY = timesFrom(1_000, { freshFor: 10, staleFor: 20 })

describe('an entry with freshFor 10 and staleFor 20, rendered at second 1', () => {
  it.each<[number, Partial<EntryTimes>, ReturnType<typeof freshnessOf>]>([
    [1_000, {}, 'fresh'],
    [10_999, {}, 'fresh'],
    [11_000, {}, 'stale'],
    [30_999, {}, 'stale'],
    [12_001, { retryAt: 12_001 }, 'stale'],
    [31_000, {}, 'expired'],
    [31_000, { retryAt: 90_000 }, 'expired'],
  ])('is at %i ms, with %o: %o', (now, change, freshness) => {
    expect(freshnessOf({ ...ENTRY, ...change }, now)).toBe(freshness)
  })

  it('that does not exist is expired', () => {
    expect(freshnessOf(undefined, 0)).toBe('expired')
  })
})

describe('an entry', () => {
  it('is made once, and served without revalidation while it is fresh', async () => {
    const { clock, startProcess } = createWorld()
    const { cache } = startProcess()
    const make = createMake()
    const first = await Promise.all(Array.from({ length: 500 }, () => read(cache, make)))
    expect(new Set(first)).toEqual(new Set(['made v1']))
    clock.now += 9_999
    expect(await read(cache, make)).toBe('hit v1')
    expect(cache.fresh('k')?.value).toBe('v1')
    expect(make).toHaveBeenCalledTimes(1)
  })

  it('that is expired is made once while all wait', async () => {
    const { clock, startProcess } = createWorld()
    const { cache } = startProcess()
    const make = createMake()
    await read(cache, make)
    clock.now += 30_000
    expect(new Set(await Promise.all(Array.from({ length: 500 }, () => read(cache, make))))).toEqual(
      new Set(['made v2']),
    )
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('whose revalidation fails stays until it is expired, and is tried again after a minute', async () => {
    const { clock, startProcess } = createWorld()
    const [one, other] = [startProcess(), startProcess()]
    const make = createMake()
    make.mockImplementationOnce(async () => ({
      type: 'made',
      value: 'v1',
      lifetimes: { freshFor: 10, staleFor: 600 },
      tags: [],
    }))
    await read(one.cache, make)
    await read(other.cache, make)
    clock.now += 10_000
    make.mockRejectedValue(new Error('no'))
    for (let second = 0; second < 59; second++) {
      for (const { cache } of [one, other]) expect(await read(cache, make)).toBe('stale v1')
      await settled()
      clock.now += 1_000
    }
    expect(make).toHaveBeenCalledTimes(2)
    expect([...one.errors, ...other.errors]).toEqual([new Error('no')])
    clock.now += 1_000
    expect(await read(one.cache, make)).toBe('stale v1')
    await settled()
    expect(make).toHaveBeenCalledTimes(3)
    clock.now += 600_000
    expect(await read(one.cache, make)).toBe('uncached')
  })

  it('is dropped when what replaces it may not be cached', async () => {
    const { clock, startProcess, rows } = createWorld()
    const { cache } = startProcess()
    const make = createMake()
    await read(cache, make)
    clock.now += 10_000
    make.mockResolvedValue({ type: 'uncacheable' })
    expect(await read(cache, make)).toBe('stale v1')
    await settled()
    expect(rows.size).toBe(0)
    const answers = await Promise.all([read(cache, make), read(cache, make)])
    expect(answers).toEqual(['uncached', 'uncached'])
  })

  it('is evicted as the oldest of too many variants, and of too many bytes', async () => {
    const { startProcess } = createWorld()
    const { cache } = startProcess()
    for (let variant = 0; variant <= CACHE_LIMITS.variants; variant++) await read(cache, createMake(), `k?${variant}`)
    await read(cache, createMake(), 'other')
    expect(cache.fresh('k?0')).toBeUndefined()
    expect(cache.entries().length).toBe(CACHE_LIMITS.variants + 1)
    // The values have a few characters: most of the bytes are the key, the tags and the entry itself.
    const small = startProcess(2_000).cache
    for (const key of ['a', 'b', 'c', 'd']) await read(small, createMake(), key)
    expect(small.entries().map(([key]) => key)).toEqual(['d', 'c', 'b'])
    await read(small, createMake(['tag'.repeat(100)]), 'e'.repeat(300))
    expect(small.entries()).toHaveLength(1)
  })
})

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

  it('wins over a failed render: the entry from before is not served again', async () => {
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

describe('several processes', () => {
  it('revalidate a stale entry once, also after a restart', async () => {
    const { clock, startProcess } = createWorld()
    const make = createMake()
    const processes = Array.from({ length: 4 }, () => startProcess())
    for (const { cache } of processes) await read(cache, make)
    clock.now += 10_000
    const all = [...processes, startProcess()]
    expect(new Set(await Promise.all(all.map(({ cache }) => read(cache, make))))).toEqual(new Set(['stale v1']))
    for (let turn = 0; turn < 10; turn++) await settled()
    expect(make).toHaveBeenCalledTimes(2)
    expect(await Promise.all(all.map(({ cache }) => read(cache, make)))).toEqual(all.map(() => 'hit v2'))
  })

  it('go on alone while the database is down', async () => {
    const { clock, startProcess, setDown } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    const make = createMake()
    setDown(true)
    expect(await read(one.cache, make)).toBe('made v1')
    expect(await read(two.cache, make)).toBe('made v2')
    expect(await read(one.cache, make)).toBe('hit v1')
    await expect(one.invalidations.add(['a'], 'test')).rejects.toThrow('down')
    expect(await read(one.cache, make)).toBe('made v3')
    setDown(false)
    clock.now += CACHE_LIMITS.unavailableMs
    await one.invalidations.add(['a'], 'test')
    expect(await read(one.cache, make)).toBe('made v4')
    await two.invalidations.refresh()
    expect(await read(two.cache, make)).toBe('hit v4')
  })

  it('do not serve what they have invalidated while the log was down, of the store either', async () => {
    const { clock, startProcess, setDown } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    const make = createMake()
    await read(one.cache, make)
    setDown(true)
    await expect(one.invalidations.add(['a'], 'test')).rejects.toThrow('down')
    setDown(false)
    clock.now += 1
    // An invalidation of something else does not make it valid again.
    await two.invalidations.add(['b'], 'test')
    await one.invalidations.refresh()
    expect(await read(one.cache, make)).toBe('made v2')
    expect(await read(two.cache, make)).toBe('hit v2')
    expect(await read(startProcess().cache, make)).toBe('hit v2')
  })

  it('do not wait for ever for one that hangs', async () => {
    const { startProcess } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    void read(one.cache, () => new Promise<never>(() => {}))
    await settled()
    expect(await read(two.cache, createMake())).toBe('made v1')
  })
})
