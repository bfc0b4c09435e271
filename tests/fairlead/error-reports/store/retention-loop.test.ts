import { describe, expect, it } from 'vitest'
import { createRetentionLoop } from '#fairlead/error-reports/store/retention.server.ts'

describe('createRetentionLoop', () => {
  const limits = { bytes: 1_000, measureMs: 1_000 }

  function setUp(fault?: Error) {
    const state = { bytes: 0, now: 0, runs: 0, errors: [] as unknown[], finish: () => {} }
    const retain = () =>
      new Promise<void>((resolve) => {
        state.runs++
        state.finish = () => {
          state.bytes = 800
          resolve()
        }
      })
    const measure = async () => {
      if (fault) throw fault
      return state.bytes
    }
    const onError = (error: unknown) => void state.errors.push(error)
    const loop = createRetentionLoop({ measure, retain }, limits, () => state.now, onError)
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
    const { state, loop } = setUp(new Error('away'))
    await loop.afterCommit()
    expect(state).toMatchObject({ errors: [new Error('away')], runs: 0 })
  })
})
