import { vi } from 'vitest'
import { createInvalidations, type Invalidation } from '#fairlead/server/cache/invalidations.server.ts'
import { createSwrCache, type Entry, type Outcome, type SharedStore } from '#fairlead/server/cache/swr-cache.server.ts'

/** A database in memory, for several processes with one clock. */
export function createWorld() {
  const clock = { now: 1_000_000 }
  const rows = new Map<string, Entry<string>>()
  const log = new Map<string, number>()
  const locks = new Set<string>()
  let isDown = false
  const check = () => {
    if (isDown) throw new Error('down')
  }
  const store: SharedStore<string> = {
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
      () => clock.now,
    )
    const cache = createSwrCache<string>({
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

export const LIFETIMES = { freshFor: 10, staleFor: 20 }

/** Makes `v1`, `v2`, … with the tag `a`. */
export function createMake(tags = ['a']) {
  let count = 0
  return vi.fn<() => Promise<Outcome<string>>>(async () => {
    count += 1
    await Promise.resolve()
    return { type: 'made', value: `v${count}`, lifetimes: LIFETIMES, tags }
  })
}

type Cache = ReturnType<ReturnType<typeof createWorld>['startProcess']>['cache']

export async function read(cache: Cache, make: () => Promise<Outcome<string>>, key = 'k') {
  const found = await cache.get(key, make)
  return found.type === 'uncached' ? 'uncached' : `${found.type} ${found.entry.value}`
}

export const settled = () => new Promise((resolve) => setImmediate(resolve))
