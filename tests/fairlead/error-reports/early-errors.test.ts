import { afterEach, expect, it, vi } from 'vitest'
import { bufferEarlyErrors, type PageError } from '#fairlead/error-reports/early-errors.ts'

/** A window, and the way in which React tells it of what nobody caught. */
function pageWindow(): Window {
  const target = new EventTarget()
  vi.stubGlobal('reportError', (error: unknown) => target.dispatchEvent(Object.assign(new Event('error'), { error })))
  return target as unknown as Window
}

afterEach(() => vi.unstubAllGlobals())

/** By identity, as the SDK counts objects. */
function distinct(met: readonly PageError[]): PageError[] {
  return met.filter(
    ({ error }, index) => typeof error !== 'object' || met.findIndex((a) => a.error === error) === index,
  )
}

it.each([new Error('x'), 'a string', undefined, null, 7])(
  'an error that React could not catch, %s, is handled once, before and after the SDK has loaded',
  (thrown) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const target = pageWindow()
    const seen: unknown[] = []
    target.addEventListener('error', ({ error }) => seen.push(error))
    const early = bufferEarlyErrors(target)
    const met: PageError[] = []
    early.hook('uncaught')(thrown, { componentStack: 'at A' })
    early.drainTo((error) => met.push(error))
    expect(distinct(met)).toEqual([{ where: 'uncaught', error: thrown, componentStack: 'at A' }])
    const later = met.length
    early.hook('recoverable')(thrown, {})
    expect(met.slice(later)).toEqual([{ where: 'recoverable', error: thrown, componentStack: undefined }])
    // Either way the console has it.
    expect(seen.length + said.mock.calls.length).toBe(2)
    said.mockRestore()
  },
)

it('window events are buffered until the SDK is loaded, which handles later ones', () => {
  const target = pageWindow()
  const early = bufferEarlyErrors(target)
  const met: PageError[] = []
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'a' }))
  early.drainTo((error) => met.push(error))
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'b' }))
  expect(met).toEqual([{ where: 'unhandledrejection', error: 'a' }])
})
