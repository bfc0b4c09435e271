import { expect, test } from 'vitest'
import { readCookie } from '#fairlead/platform/http/read-cookie.ts'

test.each<[header: string | null | undefined, value: string | undefined]>([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['a', undefined],
  ['a=1', '1'],
  ['xa=2; a=1', '1'],
  ['b=2;a=1;c=3', '1'],
  ['b; a=1', '1'],
  [' a = 1 ; b=2', '1'],
  ['a=1; a=2', '1'],
  ['a=', ''],
  ['a=1=2', '1=2'],
  ['a="x y"', 'x y'],
  ['a=%C3%A9', 'é'],
  ['a=100%', '100%'],
  ['A=1', undefined],
  ['__proto__=1', undefined],
])('the cookie a in %j is %j', (header, value) => {
  expect(readCookie(header, 'a')).toBe(value)
})
