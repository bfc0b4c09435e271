import { describe, expect, it } from 'vitest'
import { parseSearch, readQueryInTo, readSearchBack, stringifySearch } from '#fairlead/navigation/search-params.ts'
import { toBoolean, toJson, toList, toNumber } from '#fairlead/navigation/search-values.ts'
import { memoryRouter } from '#tests/fairlead/navigation/memory-router.ts'

describe('search params', () => {
  it.each([
    [{}, ''],
    [{ a: '1', b: 'true', c: 'null' }, '?a=1&b=true&c=null'],
    [{ id: '7E12345678' }, '?id=7E12345678'],
    [{ q: 'a b+c&d=é' }, '?q=a+b%2Bc%26d%3D%C3%A9'],
    [{ q: ['1', 'x y', ''] }, '?q=1&q=x+y&q='],
    [{ q: '{"a":1}' }, '?q=%7B%22a%22%3A1%7D'],
  ])('%j are written %s and read back', (search, written) => {
    expect(stringifySearch(search)).toBe(written)
    expect(written).toBe(new URLSearchParams(written).size > 0 ? `?${new URLSearchParams(written)}` : '')
    expect({ ...parseSearch(written) }).toEqual(search)
  })

  it.each([
    [{ a: 1, b: true, c: -0.5 }, '?a=1&b=true&c=-0.5'],
    [{ q: [1] }, '?q=1'],
    [{ a: undefined, b: null, c: [], d: [null, 'x'] }, '?d=x'],
    [{ f: { min: 1 } }, '?f=%7B%22min%22%3A1%7D'],
    [{ f: [{ a: 1 }, 'b'] }, '?f=%5B%7B%22a%22%3A1%7D%2C%22b%22%5D'],
    [{ day: new Date(0) }, '?day=1970-01-01T00%3A00%3A00.000Z'],
  ])('%j are written %s', (search, written) => {
    expect(stringifySearch(search)).toBe(written)
  })

  it.each([
    ['?q=a%20b', { q: 'a b' }],
    ['?x', { x: '' }],
    ['?q=a&p=1&q=b', { q: ['a', 'b'], p: '1' }],
    ['?q=%', { q: '%' }],
    ['?__proto__=a', Object.fromEntries([['__proto__', 'a']])],
  ])('%s is read as %j', (query, search) => {
    expect(Object.entries(parseSearch(query))).toEqual(Object.entries(search))
  })
})

describe('a location that is built', () => {
  const router = memoryRouter(['/x'], '/x', { parseSearch, stringifySearch })

  it('has the search that its URL says', () => {
    const built = router.buildLocation({ to: '/x', search: { page: 2, none: undefined } } as never)
    const { search, searchStr } = readSearchBack(built, router)
    expect({ search: { ...search }, searchStr }).toEqual({ search: { page: '2' }, searchStr: '?page=2' })
  })

  it.each([
    [{ to: '/x?u=http://y' }, '/x', { u: 'http://y' }, ''],
    [{ to: '/x?u=http://y/z#a//b' }, '/x', { u: 'http://y/z' }, 'a//b'],
    [{ to: '/x#part' }, '/x', {}, 'part'],
    [{ to: '?a=b' }, '/x', { a: 'b' }, ''],
    [{ to: '/x?a=b#c', search: { d: 'e' }, hash: 'f' }, '/x', { d: 'e' }, 'f'],
    [{ to: '/x' }, '/x', {}, ''],
  ])('to %j has the query of `to`', (destination, pathname, search, hash) => {
    const read = readQueryInTo(destination, router)
    expect(router.buildLocation(read as never)).toMatchObject({ pathname, search, hash })
  })
})

describe('values of a search param', () => {
  it.each([
    ['2', 2],
    [2, 2],
    ['', undefined],
    [' ', undefined],
    ['x', undefined],
    ['Infinity', undefined],
    [['1', '2'], undefined],
    [true, undefined],
  ])('the number of %j is %j', (value, number) => expect(toNumber(value)).toBe(number))

  it.each([
    ['true', true],
    [true, true],
    ['false', false],
    [false, false],
    ['1', undefined],
  ])('the boolean of %j is %j', (value, boolean) => expect(toBoolean(value)).toBe(boolean))

  it.each([
    ['a', ['a']],
    [
      ['a', 1, {}],
      ['a', '1'],
    ],
    [undefined, []],
  ])('the list of %j is %j', (value, list) => expect(toList(value)).toEqual(list))

  it.each([
    ['{"a":1}', { a: 1 }],
    [{ a: 1 }, { a: 1 }],
    ['{a', undefined],
  ])('the JSON of %j is %j', (value, json) => expect(toJson(value)).toEqual(json))
})
