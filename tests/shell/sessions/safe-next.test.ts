import { expect, it } from 'vitest'
import { safeNext } from '#app/sessions/safe-next.ts'

it.each([
  ['/account', '/account'],
  ['/de/account?tab=2#name', '/de/account?tab=2#name'],
  ['/a/../b', '/b'],
])('%s leads to %s', (requested, expected) => {
  expect(safeNext(requested, '/')).toBe(expected)
})

it.each([
  undefined,
  42,
  '',
  'account',
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//elsewhere.example',
  '\t//elsewhere.example',
  'javascript:alert(1)',
  ' /account',
])('%j leads nowhere', (requested) => {
  expect(safeNext(requested, '/home')).toBe('/home')
})
