import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { constantData } from '#fairlead/messages/constant-data.ts'
import { isJson } from '#fairlead/server/render/is-json.ts'

const shared = { id: '1' }
const circle: Record<string, unknown> = {}
circle.circle = circle
let deep: unknown = 1
for (let depth = 0; depth < 60; depth++) deep = [deep]

it.each([
  ['text', '</script>\u2028"\\'],
  ['half of a pair', '\ud800'],
  ['numbers', [0, -1.5, 1e300]],
  ['nothing', { nothing: null, none: [], empty: {} }],
  ['a list', { items: [{ id: '1', done: true }, shared] }],
  ['keys of any kind', { 'a b': 1, 2: 3, constructor: 4, toString: 'x' }],
])('takes %s, which a script makes again', (_name, value) => {
  expect(isJson(value)).toBe(true)
  const made: unknown = runInNewContext(`(${JSON.stringify(value)})`)
  expect(JSON.parse(JSON.stringify(made))).toEqual(value)
})

it.each([
  ['undefined', { a: undefined }],
  ['a hole', Object.assign([1], { 2: 3 })],
  ['a date', { at: new Date(0) }],
  ['a class', new URL('http://a.example')],
  ['an object without prototype', Object.create(null)],
  ['a frozen object', Object.freeze({})],
  ['a frozen list', Object.freeze([])],
  ['what iterates', { async *[Symbol.asyncIterator]() {} }],
  ['a function', { toJSON: () => 1 }],
  ['a hidden toJSON', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 2 })],
  ['a class of lists', new (class List extends Array<number> {})(1, 2)],
  ['minus zero', -0],
  ['no number', Number.NaN],
  ['infinity', [Number.POSITIVE_INFINITY]],
  ['a large integer', 1n],
  ['a prototype', JSON.parse('{"__proto__":{"admin":true}}')],
  ['an object that occurs twice', [shared, shared]],
  ['a circle', circle],
  ['what is too deep', deep],
])('does not take %s', (_name, value) => {
  expect(isJson(value)).toBe(false)
})

it('takes constant data as it is, once', () => {
  const messages = constantData({ home: 'Home' })
  expect(isJson({ messages })).toBe(true)
  expect(isJson({ messages, also: messages })).toBe(false)
})
