import { describe, expect, it } from 'vitest'
import { CACHE_LIMITS } from '#app/server/cache/cache-options.ts'
import { createMake, createWorld, read, settled } from '#tests/shell/server/cache/processes.ts'

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
