import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { EARLY_EVENTS_SCRIPT, takeEarlyEvents } from '#fairlead/platform/early-events.ts'

/** A window in which the script has run. */
function pageWindow(): Window {
  const target = new EventTarget()
  const addEventListener = target.addEventListener.bind(target)
  runInNewContext(EARLY_EVENTS_SCRIPT, { window: target, addEventListener })
  return target as unknown as Window
}

it('events before the client runs are taken by their types, and each type once', () => {
  const target = pageWindow()
  for (const type of ['error', 'beforeunload', 'unhandledrejection', 'load']) target.dispatchEvent(new Event(type))
  const typesOf = (types: string[]) => takeEarlyEvents(target, types).map(({ type }) => type)
  expect(typesOf(['error', 'unhandledrejection'])).toEqual(['error', 'unhandledrejection'])
  target.dispatchEvent(new Event('error'))
  target.dispatchEvent(new Event('beforeunload'))
  expect(typesOf(['error'])).toEqual(['error'])
  expect(typesOf(['beforeunload'])).toEqual(['beforeunload', 'beforeunload'])
})

it('there are none in a document without the script', () => {
  expect(takeEarlyEvents(new EventTarget() as unknown as Window, ['error'])).toEqual([])
})
