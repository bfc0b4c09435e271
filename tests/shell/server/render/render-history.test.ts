import { describe, expect, it } from 'vitest'
import { createRenderHistory } from '#app/server/render/render-history.server.ts'

describe('the history of renders', () => {
  it('trusts a route after its first whole render', () => {
    const history = createRenderHistory()
    expect(history.isTrusted('/list')).toBe(false)
    history.recordWhole('/list')
    expect(history.isTrusted('/list')).toBe(true)
    expect(history.isTrusted('/other')).toBe(false)
  })

  it('asks for twice as many whole renders each time that a trusted route suspends', () => {
    const history = createRenderHistory()
    const rendersUntilTrusted = () => {
      let renders = 0
      for (; !history.isTrusted('/list'); renders += 1) history.recordWhole('/list')
      return renders
    }
    const counts = [rendersUntilTrusted()]
    for (let round = 0; round < 3; round += 1) {
      history.recordSuspended('/list')
      // Suspending while it is streamed anyway costs nothing.
      history.recordSuspended('/list')
      counts.push(rendersUntilTrusted())
    }
    expect(counts).toEqual([1, 2, 4, 8])
  })
})
