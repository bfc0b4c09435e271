import { describe, expect, it } from 'vitest'
import { createRetentionLoop } from '#app/error-reports/store/retention.server.ts'

describe('createRetentionLoop', () => {
  const limits = { bytes: 1_000, measureMs: 1_000 }

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
    expect(errors).toEqual([new Error('away')])
  })
})
