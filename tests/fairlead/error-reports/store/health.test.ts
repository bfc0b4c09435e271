import { describe, expect, it } from 'vitest'
import { createStoreHealth } from '#fairlead/error-reports/store/store-health.ts'

const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

describe('the health of a store', () => {
  function setUp() {
    const clock = { at: 0 }
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(`${JSON.stringify(fields)} ${message}`)
    const log = { error: write, info: write }
    return { clock, lines, health: createStoreHealth({ place: '/data/reports.db', now: () => clock.at, log }) }
  }

  it('is logged once a minute, with the file and what to do', () => {
    const { clock, lines, health } = setUp()
    for (clock.at = 0; clock.at < 120_000; clock.at += 1_000) expect(health.failed(sqlite(13))).toBe('full')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/\/data\/reports\.db.*the store is full: free space on its disk/)
  })

  it('is good again after a write', () => {
    const { lines, health } = setUp()
    health.failed(sqlite(13))
    expect(health.current()).toBe('full')
    health.worked()
    health.worked()
    expect(health.current()).toBeUndefined()
    expect(lines.filter((line) => line.includes('works again'))).toHaveLength(1)
  })

  it('does not recover by itself when the file is corrupt', () => {
    const { health } = setUp()
    health.failed(sqlite(11))
    health.failed(sqlite(13))
    health.worked()
    expect(health.current()).toBe('corrupt')
  })

  it('is not affected by other errors', () => {
    const { lines, health } = setUp()
    expect(health.failed(new TypeError('x'))).toBeUndefined()
    expect([health.current(), ...lines]).toEqual([undefined])
  })
})
