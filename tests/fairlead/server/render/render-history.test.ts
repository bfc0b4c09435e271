import { describe, expect, it } from 'vitest'
import { renderHistory as history } from '#fairlead/server/render/render-history.server.ts'

describe('the history of renders', () => {
  it('trusts a route after its first whole render', () => {
    expect(history.isTrusted('/list')).toBe(false)
    history.recordWhole('/list')
    expect(history.isTrusted('/list')).toBe(true)
    expect(history.isTrusted('/other')).toBe(false)
  })

  it('asks for twice as many whole renders each time that a trusted route suspends', () => {
    const rendersUntilTrusted = () => {
      let renders = 0
      for (; !history.isTrusted('/page'); renders += 1) history.recordWhole('/page')
      return renders
    }
    const counts = [rendersUntilTrusted()]
    for (let round = 0; round < 3; round += 1) {
      history.recordSuspended('/page')
      // Suspending while it is streamed anyway costs nothing.
      history.recordSuspended('/page')
      counts.push(rendersUntilTrusted())
    }
    expect(counts).toEqual([1, 2, 4, 8])
  })
})
