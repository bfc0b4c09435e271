import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApplicationDatabase } from '#fairlead/database/application-database.server.ts'
import { readMigrationSets } from '#fairlead/database/database.server.ts'
import { createDatabaseStore, createInvalidationLog } from '#fairlead/server/cache/database-store.server.ts'
import { CACHE_LIMITS } from '#fairlead/server/cache/cache-options.ts'
import { createInvalidations } from '#fairlead/server/cache/invalidations.server.ts'
import { createPostgresChannel } from '#fairlead/server/cache/postgres-channel.server.ts'
import { createSwrCache, type Entry, timesFrom } from '#fairlead/server/cache/swr-cache.server.ts'
import { DATABASE_MS, ENGINES, type TestPlace, testPlace } from '#tests/harness/test-database.ts'

const CODEC = {
  encode: (value: string) => ({ meta: '{}', body: Buffer.from(value) }),
  decode: ({ body }: { body: Uint8Array }) => Buffer.from(body).toString(),
}

describe.each(ENGINES)('the store in %s', (engine) => {
  let place: TestPlace
  const clock = { now: Date.now() }
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    place = await testPlace(engine)
  }, DATABASE_MS)
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  /** The objects of one process: connections, locks and invalidations of its own. */
  function startProcess(build = 'build') {
    const application = createApplicationDatabase(place.location, readMigrationSets, () => {})
    closing.push(() => application.close())
    const onNotification = vi.fn<() => void>()
    const { url } = place.location
    const channel = url === undefined ? undefined : createPostgresChannel(url, onNotification, () => {})
    closing.push(async () => channel?.close())
    const groupOf = (key: string) => key.split('?')[0] ?? key
    const now = () => clock.now
    const store = createDatabaseStore(application, build, CODEC, groupOf, channel, now)
    const log = createInvalidationLog(application, now)
    const onError = vi.fn<(error: unknown) => void>()
    const invalidations = createInvalidations(log, onError)
    const cache = createSwrCache({ store, invalidations, sizeOf: ({ length }) => length, groupOf, onError, now })
    return { application, channel, store, log, invalidations, cache, onNotification, onError }
  }

  const entryOf = (value: string, tags: string[] = [], generation = 0): Entry<string> => ({
    value,
    tags,
    generation,
    renderedAt: clock.now,
    ...timesFrom(clock.now, { freshFor: 10, staleFor: 20 }),
  })

  it('returns an entry to every process of its build, until it is expired', async () => {
    const [one, two, newer] = [startProcess(), startProcess(), startProcess('newer')]
    const entry = entryOf('é', ['a', 'b'])
    await one.store.save('returned', entry)
    expect(await two.store.load('returned')).toEqual(entry)
    expect(await newer.store.load('returned')).toBeUndefined()
    await two.store.remove('returned')
    expect(await one.store.load('returned')).toBeUndefined()
    await one.store.save('returned', entry)
    clock.now += 30_000
    expect(await two.store.load('returned')).toBeUndefined()
  })

  it('does not replace an entry by an older one', async () => {
    const { store } = startProcess()
    await store.save('older', { ...entryOf('new'), renderedAt: clock.now + 1 })
    await store.save('older', entryOf('old'))
    expect((await store.load('older'))?.value).toBe('new')
  })

  it('returns no entry of a tag that was invalidated after its render began', async () => {
    const [one, two] = [startProcess(), startProcess()]
    await one.store.save('invalidated', entryOf('old', ['x', 'y']))
    const [added] = await two.log.add(['y'], 'test')
    expect(await one.store.load('invalidated')).toBeUndefined()
    await one.store.save('invalidated', entryOf('new', ['y'], added?.number))
    expect((await one.store.load('invalidated'))?.value).toBe('new')
  })

  it('gives every invalidation a higher number than those before it, also when many come at once', async () => {
    const processes = Array.from({ length: 4 }, () => startProcess())
    await processes[0]?.log.last()
    const before = (await processes[0]?.log.last()) ?? 0
    const adding = processes.flatMap(({ log }, process) =>
      Array.from({ length: 10 }, (_, index) => log.add([`tag-${process}-${index}`, 'all'], 'test')),
    )
    const numbers = (await Promise.all(adding)).flatMap((added) => added.map(({ number }) => number))
    expect(new Set(numbers).size).toBe(80)
    const since = (await processes[1]?.log.since(before)) ?? []
    expect(since.length).toBe(41)
    expect(since.at(-1)?.number).toBe(Math.max(...numbers))
    expect(await processes[2]?.log.last()).toBe(Math.max(...numbers))
  })

  it('gives a lock to one caller among all processes', async () => {
    const [one, two] = [startProcess(), startProcess()]
    const held = await one.store.tryLock('locked')
    expect(held).toBeDefined()
    expect(await one.store.tryLock('locked')).toBeUndefined()
    expect(await two.store.tryLock('locked')).toBeUndefined()
    const other = await two.store.tryLock('other')
    expect(other).toBeDefined()
    await held?.()
    const next = await two.store.tryLock('locked')
    expect(next).toBeDefined()
    await next?.()
    await other?.()
  })

  it('frees the lock of a process that died', async () => {
    const [one, two] = [startProcess(), startProcess()]
    await one.store.tryLock('died')
    await one.channel?.close()
    clock.now += CACHE_LIMITS.waitMs
    await vi.waitFor(async () => expect(await two.store.tryLock('died')).toBeDefined(), 30_000)
  })

  it('keeps so many variants of a path, the newest', async () => {
    const { store } = startProcess()
    for (let variant = 0; variant <= CACHE_LIMITS.variants; variant++) {
      clock.now += 1
      await store.save(`varied?${variant}`, entryOf('v'))
    }
    expect(await store.load('varied?0')).toBeUndefined()
    expect(await store.load('varied?1')).toBeDefined()
  })

  it('removes what is expired', async () => {
    const { store, application } = startProcess()
    await store.save('gone', entryOf('old'))
    clock.now += 120_000
    await store.save('there', entryOf('new'))
    const db = await application.database()
    const rows = await db.selectFrom('cache_entries').select('stale_until').execute()
    expect(rows.length).toBe(1)
  })

  it('has ten processes make an entry once', async () => {
    const make = vi.fn<() => Promise<never>>(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { type: 'made', value: 'v', lifetimes: { freshFor: 10, staleFor: 0 }, tags: ['once'] } as never
    })
    const processes = Array.from({ length: 10 }, () => startProcess())
    const found = await Promise.all(processes.flatMap(({ cache }) => [1, 2, 3].map(() => cache.get('cold', make))))
    expect(make).toHaveBeenCalledTimes(1)
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['hit', 'made']))
    await processes[0]?.invalidations.add(['once'], 'test')
    await Promise.all(processes.map(({ invalidations }) => invalidations.refresh()))
    await Promise.all(processes.flatMap(({ cache }) => [1, 2, 3].map(() => cache.get('cold', make))))
    expect(make).toHaveBeenCalledTimes(2)
    for (const { onError } of processes) expect(onError).not.toHaveBeenCalled()
  })

  it.runIf(engine === 'postgres')('notifies other processes of an invalidation', async () => {
    const [one, two] = [startProcess(), startProcess()]
    await vi.waitFor(() => expect(two.onNotification).toHaveBeenCalledTimes(1), 30_000)
    await one.log.add(['notified'], 'test')
    await vi.waitFor(() => expect(two.onNotification).toHaveBeenCalledTimes(2), 30_000)
  })
})
