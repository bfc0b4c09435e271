import { describe, expect, it } from 'vitest'
import { getFingerprint, inAppFrames } from '#fairlead/errors/fingerprint.ts'

function failed(message: string, stack: string, name = 'Error'): Error {
  return Object.assign(new Error(message), { name, stack: `${name}: ${message}\n${stack}` })
}

const STACK = `    at readItem (file:///srv/app/_build/item-DQ_G4uKC-BbohV2Vl.mjs:12:7)
    at node:internal/process/task_queues:95:5
    at async Loader (/srv/app/node_modules/react/index.js:1:1)
    at async /srv/app/_build/router-AAAAAAAA.mjs:3:3`

describe('a fingerprint', () => {
  it.each([
    ['numbers', failed('item 8 is gone', STACK)],
    ['another build', failed('item 7 is gone', STACK.replaceAll('BbohV2Vl', 'ZZZZZZZZ').replaceAll(':12:7', ':90:1'))],
    ['frames of libraries', failed('item 7 is gone', STACK.replace('react/index', 'react/other'))],
  ])('is the same in spite of %s', (_, error) => {
    expect(getFingerprint(error)).toBe(getFingerprint(failed('item 7 is gone', STACK)))
  })

  it.each([
    ['message', failed('item 7 is broken', STACK)],
    ['kind', failed('item 7 is gone', STACK, 'TypeError')],
    ['function', failed('item 7 is gone', STACK.replace('readItem', 'readPhoto'))],
  ])('is another with another %s', (_, error) => {
    expect(getFingerprint(error)).not.toBe(getFingerprint(failed('item 7 is gone', STACK)))
  })

  it('is created for any value', () => {
    const unreadable = {
      toString() {
        throw new Error('not to be looked at')
      },
    }
    for (const thrown of [undefined, 'boom 1', null, 4, Symbol('x'), unreadable]) {
      expect(getFingerprint(thrown)).toMatch(/^[\da-f]{16}$/)
    }
  })

  it('uses only in-app frames', () => {
    expect(inAppFrames(STACK).map((frame) => frame.function)).toEqual(['?', 'readItem'])
  })
})
