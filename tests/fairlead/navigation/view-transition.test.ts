import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startViewTransition } from '#fairlead/navigation/view-transition.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser that is drawn when it is told so, or when the transition is skipped. */
function slowBrowser() {
  let update: () => unknown = () => {}
  const skipTransition = vi.fn(() => update())
  const transition = { ready: Promise.resolve(), finished: Promise.resolve(), skipTransition }
  const start = (options: { update: () => unknown } | (() => unknown)) => {
    ;({ update } = typeof options === 'function' ? { update: options } : options)
    return transition
  }
  return { start: start as never, skipTransition, draw: () => update() }
}

it.each([
  ['with types', (change: () => void) => ({ update: change, types: ['overlay'] })],
  ['as a function', (change: () => void) => change],
])('an update %s that has not begun after 100 ms is made without a transition', (_, optionsOf) => {
  const { start, skipTransition } = slowBrowser()
  const change = vi.fn()
  startViewTransition(optionsOf(change), start)
  vi.advanceTimersByTime(99)
  expect(change).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(skipTransition).toHaveBeenCalledOnce()
  expect(change).toHaveBeenCalledOnce()
})

it('a transition that has begun may take its time', () => {
  const { start, skipTransition, draw } = slowBrowser()
  startViewTransition({ update: () => {} }, start)
  draw()
  vi.advanceTimersByTime(10_000)
  expect(skipTransition).not.toHaveBeenCalled()
})
