import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { observeLinks } from '#fairlead/navigation/prefetch/link-observer.ts'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'

class Link {
  closest = () => this
}

const listeners = new Map<string, (event: object) => void>()

/** The page, on which a link may have the focus. */
const page = {
  activeElement: null as unknown,
  addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
  querySelector: () => null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      unobserve = () => {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['under a resting pointer', (link: Link): void => listeners.get('mouseover')?.({ target: link }), true],
  ['that has the focus', (link: Link): unknown => (page.activeElement = link), true],
  ['elsewhere', () => {}, false],
] as const)('a link %s, which hydrates late, is prefetched if a visitor is at it', (_, act, isPrefetched) => {
  page.activeElement = null
  const prefetch = vi.fn<Parameters<typeof observeLinks>[1]>(() => ({ cancel: () => {} }))
  const links = observeLinks(new Map(), prefetch, () => {})
  const link = new Link()
  act(link)
  vi.advanceTimersByTime(PREFETCH.intentDelayMs)
  links.add(link as unknown as Element, { code: 'intent', data: 'intent', destination: () => ({}) })
  vi.advanceTimersByTime(PREFETCH.intentDelayMs)
  expect(prefetch).toHaveBeenCalledTimes(Number(isPrefetched))
})
