import { expect, it } from 'vitest'
import { safeNext } from '#fairlead/sessions/safe-next.ts'

it.each([
  ['/de/account?tab=2#name', '/de/account?tab=2#name'],
  ['/a/../b', '/b'],
])('after a sign-in, next=%s leads to %s', (requested, expected) => {
  expect(safeNext(requested, '/')).toBe(expected)
})

it.each([
  undefined,
  42,
  '',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//elsewhere.example',
  '\t//elsewhere.example',
  ' /account',
])('after a sign-in, next=%j leads nowhere', (requested) => {
  expect(safeNext(requested, '/home')).toBe('/home')
})
