import { describe, expect, it, vi } from 'vitest'
import { CACHE_LIMITS, type Outcome } from '#app/server/page-cache/freshness.ts'
import { createInvalidations, type Invalidation } from '#app/server/page-cache/invalidations.server.ts'
import { createSharedCache, type Entry, type Store } from '#app/server/page-cache/shared-cache.server.ts'

/** A database in memory, for several processes with one clock. */
function createWorld() {
  const clock = { now: 1_000_000 }
  const rows = new Map<string, Entry<string>>()
  const log = new Map<string, number>()
  const locks = new Set<string>()
  let isDown = false
  const check = () => {
    if (isDown) throw new Error('down')
  }
  const store: Store<string> = {
    async load(key) {
      check()
      const row = rows.get(key)
      return row?.tags.some((tag) => (log.get(tag) ?? 0) > row.generation) ? undefined : row
    },
    async save(key, entry) {
      check()
      rows.set(key, entry)
    },
    async remove(key) {
      check()
      rows.delete(key)
    },
    async tryLock(key) {
      check()
      if (locks.has(key)) return undefined
      locks.add(key)
      return async () => void locks.delete(key)
    },
  }
  const numbers = () => Math.max(0, ...log.values())
  function startProcess(limitBytes = 1_000_000) {
    const errors: unknown[] = []
    const invalidations = createInvalidations(
      {
        last: async () => {
          check()
          return numbers()
        },
        since: async (after) => {
          check()
          return [...log].flatMap(([tag, number]): Invalidation[] => (number > after ? [{ tag, number }] : []))
        },
        add: async (tags) => {
          check()
          const first = Math.max(clock.now, numbers() + 1)
          const added = tags.map((tag, index) => ({ tag, number: first + index }))
          for (const { tag, number } of added) log.set(tag, number)
          return added
        },
      },
      (error) => errors.push(error),
    )
    const cache = createSharedCache<string>({
      store,
      invalidations,
      sizeOf: (value) => value.length,
      groupOf: (key) => key.split('?')[0] ?? key,
      onError: (error) => errors.push(error),
      now: () => clock.now,
      // The clock goes on while a process waits.
      sleep: async (ms) => {
        clock.now += ms
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      },
      limitBytes,
    })
    return { cache, invalidations, errors }
  }
  return { clock, rows, startProcess, setDown: (down: boolean) => (isDown = down) }
}

const LIFETIMES = { freshFor: 10, staleFor: 20 }

/** Makes `v1`, `v2`, … with the tag `a`. */
function createMake(tags = ['a']) {
  let count = 0
  return vi.fn<() => Promise<Outcome<string>>>(async () => {
    count += 1
    await Promise.resolve()
    return { type: 'made', value: `v${count}`, lifetimes: LIFETIMES, tags }
  })
}

type Cache = ReturnType<ReturnType<typeof createWorld>['startProcess']>['cache']

async function read(cache: Cache, make: () => Promise<Outcome<string>>, key = 'k') {
  const found = await cache.get(key, make)
  return found.type === 'uncached' ? 'uncached' : `${found.type} ${found.entry.value}`
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('an entry', () => {
  it('is made once, and served as it lies while it is fresh', async () => {
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

  it('that is stale is served at once, and made anew once behind it', async () => {
    const { clock, startProcess } = createWorld()
    const { cache } = startProcess()
    const make = createMake()
    await read(cache, make)
    clock.now += 10_000
    expect(cache.fresh('k')).toBeUndefined()
    const answers = await Promise.all(Array.from({ length: 500 }, () => read(cache, make)))
    expect(new Set(answers)).toEqual(new Set(['stale v1']))
    await settled()
    expect(await read(cache, make)).toBe('hit v2')
    expect(make).toHaveBeenCalledTimes(2)
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

  it('whose renewal fails stays until it is expired, and is tried again after a minute', async () => {
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
    const small = startProcess(4).cache
    for (const key of ['a', 'b', 'c']) await read(small, createMake(), key)
    expect(small.entries().map(([key]) => key)).toEqual(['c', 'b'])
  })
})

describe('an invalidation', () => {
  it('makes the entries of its tags expired, and no others', async () => {
    const { startProcess } = createWorld()
    const { cache, invalidations } = startProcess()
    const [make, other] = [createMake(['a', 'b']), createMake(['c'])]
    await read(cache, make)
    await read(cache, other, 'other')
    await invalidations.add(['b', 'x'], 'test')
    expect(await read(cache, make)).toBe('made v2')
    expect(await read(cache, make)).toBe('hit v2')
    expect(await read(cache, other, 'other')).toBe('hit v1')
  })

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
  it('make each entry once after a cold start, and the next one is warm', async () => {
    const { startProcess } = createWorld()
    const make = createMake()
    const processes = Array.from({ length: 10 }, () => startProcess())
    const answers = await Promise.all(processes.flatMap(({ cache }) => [read(cache, make), read(cache, make)]))
    expect(new Set(answers)).toEqual(new Set(['made v1', 'hit v1']))
    expect(await read(startProcess().cache, make)).toBe('hit v1')
    expect(make).toHaveBeenCalledTimes(1)
  })

  it('make a stale entry anew once, also after a restart', async () => {
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

  it('do not wait for ever for one that hangs', async () => {
    const { startProcess } = createWorld()
    const [one, two] = [startProcess(), startProcess()]
    void read(one.cache, () => new Promise<never>(() => {}))
    await settled()
    expect(await read(two.cache, createMake())).toBe('made v1')
  })
})
