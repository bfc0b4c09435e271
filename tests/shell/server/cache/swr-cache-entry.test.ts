import { describe, expect, it } from 'vitest'
import { CACHE_LIMITS } from '#app/server/cache/cache-options.ts'
import { createMake, createWorld, read, settled } from '#tests/shell/server/cache/processes.ts'

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
