import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '#app/navigation/search-params.ts'

describe('search params', () => {
  it.each([
    [{}, ''],
    [{ a: 'x' }, '?a=x'],
    [{ a: 1, b: true }, '?a=1&b=true'],
    [{ a: '1' }, '?a=%221%22'],
    [{ q: ['a', 'b'] }, '?q=a&q=b'],
    [{ b: 1, q: [1, 'x y', true], z: undefined }, '?b=1&q=1&q=x+y&q=true'],
    [{ q: ['1', '2'] }, '?q=%5B%221%22%2C%222%22%5D'],
    [{ q: ['a'] }, '?q=%5B%22a%22%5D'],
    [{ q: [{ a: 1 }, { b: 2 }] }, '?q=%5B%7B%22a%22%3A1%7D%2C%7B%22b%22%3A2%7D%5D'],
    [{ q: [] }, '?q=%5B%5D'],
    [{ q: 'a[1', n: -1.5, o: null }, '?q=a%5B1&n=-1.5&o=null'],
    [{ q: '7E12345678' }, '?q=%227E12345678%22'],
  ])('%j are written %s and read back', (search, written) => {
    expect(stringifySearch(search)).toBe(written)
    expect(parseSearch(written)).toEqual(JSON.parse(JSON.stringify(search)))
  })

  it.each(['7E12345678', '7E45', '12345678901234567890123456789012', '0123456789', '1.0', '-0', '7e2'])(
    'the code %s stays text',
    (code) => {
      expect(parseSearch(`?id=${code}`)).toEqual({ id: code })
    },
  )

  it('a number is one', () => {
    expect(parseSearch('?a=42&b=-7&c=0.5&d=2345678923')).toEqual({ a: 42, b: -7, c: 0.5, d: 2_345_678_923 })
  })
})
