import { describe, expect, it } from 'vitest'
import { planEviction, type Usage } from '#app/error-reports/store/plan-eviction.ts'
import { createRetentionLoop } from '#app/error-reports/store/retention-loop.ts'

function usage(envelopes: number, derived: Partial<Omit<Usage, 'total' | 'envelopes'>> = {}): Usage {
  const tables = { words: 0, tallies: 0, problems: 0, vitals: 0, counters: 0, buckets: 0, ...derived }
  return { total: Object.values(tables).reduce((sum, size) => sum + size, envelopes), envelopes, ...tables }
}

// Words may hold 150 of 1000, vitals 100; what is above 900 is deleted down to 800.
describe('planEviction', () => {
  it('deletes nothing while there is room', () => {
    expect(planEviction(usage(500, { words: 400 }), 1_000)).toBeUndefined()
  })

  it('deletes reports where nothing else exceeds its share', () => {
    expect(planEviction(usage(850, { words: 150 }), 1_000)).toEqual({ derived: [], envelopes: 200 })
  })

  it('deletes what exceeds its share, and keeps the reports', () => {
    const plan = planEviction(usage(100, { words: 1_000 }), 1_000)
    expect(plan).toEqual({ derived: [{ table: 'words', share: 0.3, bytes: 300 }], envelopes: 0 })
  })

  it('starts with what exceeds its share most, and ends with reports', () => {
    const plan = planEviction(usage(2_000, { words: 300, vitals: 1_000 }), 1_000)
    expect(plan).toEqual({
      derived: [
        { table: 'vitals', share: 0.9, bytes: 900 },
        { table: 'words', share: 0.5, bytes: 150 },
      ],
      envelopes: 1_450,
    })
  })
})

describe('createRetentionLoop', () => {
  const limits = { bytes: 1_000, high: 0.9, step: 0.01, measureMs: 1_000 }

  function setUp() {
    const state = { bytes: 0, now: 0, runs: 0, errors: [] as unknown[], finish: () => {} }
    const retain = () =>
      new Promise<void>((resolve) => {
        state.runs++
        state.finish = () => {
          state.bytes = 800
          resolve()
        }
      })
    const tasks = { measure: async () => state.bytes, retain }
    const loop = createRetentionLoop(
      tasks,
      limits,
      () => state.now,
      (error) => state.errors.push(error),
    )
    return { state, loop }
  }

  it('runs when the store is nearly full, while commits continue', async () => {
    const { state, loop } = setUp()
    state.bytes = 900
    await loop.afterCommit()
    expect(state.runs).toBe(0)
    state.now = 1_000
    state.bytes = 901
    await loop.afterCommit()
    expect(state.runs).toBe(1)
    state.finish()
    await loop.idle()
  })

  it('holds commits back while the store is beyond its limit', async () => {
    const { state, loop } = setUp()
    state.bytes = 1_001
    let done = false
    const commit = loop.afterCommit().then(() => (done = true))
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toBe(false)
    state.finish()
    await commit
  })

  it('measures once in a while, and runs once at a time', async () => {
    const { state, loop } = setUp()
    state.bytes = 950
    await loop.afterCommit()
    await loop.afterCommit()
    state.now = 5_000
    await loop.afterCommit()
    const second = loop.run()
    expect(state.runs).toBe(1)
    state.finish()
    await second
  })

  it('refuses no commit because the store cannot be measured', async () => {
    const errors: unknown[] = []
    const tasks = { measure: () => Promise.reject(new Error('away')), retain: async () => {} }
    const loop = createRetentionLoop(
      tasks,
      limits,
      () => 0,
      (error) => errors.push(error),
    )
    await loop.afterCommit()
    await loop.run()
    expect(errors).toEqual([new Error('away'), new Error('away')])
  })
})
