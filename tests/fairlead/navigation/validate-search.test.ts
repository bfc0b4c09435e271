import { SearchParamError } from '@tanstack/react-router'
import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { parseSearch, stringifySearch } from '#fairlead/navigation/search-params.ts'
import { readSearch } from '#fairlead/navigation/validate-search.ts'

type Validator = Parameters<typeof readSearch>[0]

/** A schema that refuses, as ArkType's do, and one that falls back, as Zod's `.catch()`. */
const strict = v.object({
  page: v.optional(v.number()),
  isOpen: v.optional(v.boolean()),
  q: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
  sizes: v.optional(v.array(v.number())),
  range: v.optional(v.object({ min: v.number(), name: v.optional(v.string()) })),
})
const lenient = v.object({
  page: v.fallback(v.number(), 1),
  q: v.fallback(v.string(), 'all'),
  tags: v.fallback(v.array(v.string()), []),
})

/** A function as people write it for TanStack Router. */
const byHand = (search: Record<string, unknown>) => ({
  page: typeof search.page === 'number' ? search.page : 1,
  q: typeof search.q === 'string' ? search.q : 'all',
})

const read = (validator: Validator, query: string) => ({ ...readSearch(validator, parseSearch(query)) })

describe('what a link writes is what its route reads', () => {
  it.each<[string, Validator, Record<string, unknown>]>([
    ['a negative fraction', strict, { page: -0.5 }],
    ['a text that looks like a number', strict, { q: '12' }],
    ['a text with a leading zero', strict, { q: '007' }],
    ['a text that looks like JSON', strict, { q: '{"a":1}' }],
    ['a list of one text that looks like a number', strict, { tags: ['1'] }],
    ['a list of texts', strict, { tags: ['1', 'b'] }],
    ['a list of numbers', strict, { sizes: [1, 2] }],
    ['an object', strict, { range: { min: 1, name: '2' } }],
    ['all of them', strict, { page: 3, isOpen: false, q: 'true', tags: ['x'], sizes: [7], range: { min: 0 } }],
    ['values of a schema that falls back', lenient, { page: 2, q: '5', tags: ['6'] }],
    ['values of a function', byHand, { page: 2, q: '5' }],
    ['values of an object with parse', { parse: byHand }, { page: 2, q: '5' }],
  ])('%s', (_what, validator, search) => {
    expect(read(validator, stringifySearch(search))).toEqual(search)
  })
})

it.each<[string, string, Validator, object]>([
  ['left out is undefined', '?n=1&n=2&m=3', ({ n }) => (typeof n === 'string' ? { n } : {}), { n: undefined }],
  ['taken stays', '?n=1', ({ n }) => (typeof n === 'string' ? { n } : {}), { n: '1' }],
  ['never looked at stays as it is', '?n=1&m=3', () => ({}), {}],
  ['of a function that returns all stays', '?n=1', (search) => search, { n: '1' }],
  ['of a function that returns nothing is undefined', '?n=1', (search) => void search.n, { n: undefined }],
])('a param that a function has %s', (_what, query, validator, search) => {
  expect(read(validator, query)).toStrictEqual(search)
})

it.each<[string, Validator, object]>([
  ['?page=x', lenient, { page: 1, q: 'all', tags: [] }],
  ['?page=3&utm=7', byHand, { page: 3, q: 'all' }],
  ['?n=2', v.object({ n: v.pipe(v.string(), v.transform(Number)) }), { n: 2 }],
  ['?q=+a', v.object({ q: v.pipe(v.string(), v.trim()) }), { q: 'a' }],
  ['?q=5', v.object({ q: v.unknown() }), { q: '5' }],
  ['?q=5&r=6', (search) => ({ ...search }), { q: '5', r: '6' }],
])('%s is read with its schema as %j', (query, validator, search) => {
  expect(read(validator, query)).toEqual(search)
})

const parsed = (schema: v.GenericSchema) => (search: Record<string, unknown>) => v.parse(schema, search) as object

it.each<[string, Validator, object]>([
  ['?page=2&q=shoes', parsed(v.object({ page: v.number(), q: v.string() })), { page: 2, q: 'shoes' }],
  ['?page=2&q=5', { parse: parsed(v.object({ page: v.number(), q: v.string() })) }, { page: 2, q: '5' }],
  ['?page=2&utm=mail', parsed(v.looseObject({ page: v.number() })), { page: 2, utm: 'mail' }],
  [
    '?page=2&tab=x',
    v.union([v.object({ page: v.number(), tab: v.string() }), v.object({ id: v.number() })]),
    { page: 2, tab: 'x' },
  ],
  ['?page=2&size=3', thrower('page', 'size'), { page: 2, size: 3 }],
  ['?page=2&q=shoes', thrower('page'), { page: 2, q: 'shoes' }],
])('%s is read by a validator that throws, or that does not name what it refuses', (query, validator, search) => {
  expect(read(validator, query)).toEqual(search)
})

/** A function that throws unless these params are numbers, and does not say which is not. */
function thrower(...numbers: string[]): Validator {
  return (search) => {
    if (numbers.some((key) => typeof search[key] !== 'number')) throw new Error('no')
    return { ...search }
  }
}

it('deep and long JSON is left as text, which a fallback answers', () => {
  const schema = v.object({ t: v.fallback(v.array(v.any()), []) })
  for (const t of [
    '['.repeat(7_000) + ']'.repeat(7_000),
    '['.repeat(200) + ']'.repeat(200),
    `["${'a'.repeat(5_000)}"]`,
  ])
    expect(read(schema, `?${new URLSearchParams({ t })}`)).toEqual({ t: [t] })
})

it('a refusal names the params that are refused', () => {
  expect(() => read(strict, '?page=x&q=a')).toThrow(/^page: /)
  expect(() => read(strict, '?page=02')).toThrow(/^page: /)
  expect(() => read(strict, '?page=1&range={"min":"x"}')).toThrow(/^range: /)
  expect(() => read(v.strictObject({ page: v.number() }), '?page=1&other=2')).toThrow(SearchParamError)
  expect(() => read(() => JSON.parse('{') as object, '?a=1')).toThrow(SyntaxError)
})

it('a search with many params calls a validator a limited number of times, whatever is sent', () => {
  const validator = vi.fn((search: Record<string, unknown>) => {
    if (Object.values(search).some((value) => value !== 'never')) throw new Error('no')
    return search
  })
  const query = `?${Array.from({ length: 2000 }, (_, index) => `a${index}=${index}`).join('&')}`
  expect(() => read(validator, query)).toThrow('no')
  expect(validator.mock.calls.length).toBeLessThanOrEqual(12)
})

it('an asynchronous schema is refused by name', () => {
  const schema = v.objectAsync({
    page: v.pipeAsync(
      v.number(),
      v.checkAsync(() => Promise.resolve(true)),
    ),
  })
  expect(() => read(schema as unknown as Validator, '?page=1')).toThrow('validateSearch is asynchronous')
})
