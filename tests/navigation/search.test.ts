import { defaultParseSearch } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { stringifySearch } from '#app/navigation/search.ts'

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
  ])('%j are written %s and read back', (search, written) => {
    expect(stringifySearch(search)).toBe(written)
    expect(defaultParseSearch(written)).toEqual(JSON.parse(JSON.stringify(search)))
  })
})
