import { expect, it } from 'vitest'
import { resolveRedirect } from '#app/navigation/rules/resolve.ts'
import { candidates } from '#app/navigation/rules/compiled.ts'
import { served, tableOf } from '#tests/navigation/rules/tables.ts'

const sources = [
  '/a',
  '/A/b',
  '/a/',
  '/a/:x',
  '/a-:x',
  '/a.:x',
  '/:x',
  '/:x*',
  '/a/:x*',
  '/{a}?/b',
  '/a{/b}?',
  '/(a|b)/c',
  '/über/:x',
  '/%C3%BCber/x',
  '/b/:x?',
  '/a\\:b',
  '/:x(\\d+)/y',
  '/',
  '/c/d/e',
  '/c/d/:e',
  '/C',
]
const paths = [
  '/',
  '/a',
  '/A',
  '/a/',
  '/a/b',
  '/a/b/c',
  '/a-1',
  '/a.b',
  '/b',
  '/b/c',
  '/a/c',
  '/%C3%BCber/x',
  '/%c3%bcber/x',
  '/a:b',
  '/7/y',
  '/c/d/e',
  '/C/D/E',
  '/c',
  '/de',
  '/de/a',
  '/de/c/d/e',
  '/en/a',
  '/zz/zz',
]

it('names the same rule as a walk through the whole table', () => {
  for (const locale of [undefined, false]) {
    const redirects = sources.map((source) => ({
      source: locale === false ? `/:l(en|de)${source}` : source,
      destination: '/to',
      permanent: false,
      locale,
    }))
    const table = tableOf({ redirects })
    for (const path of paths) {
      expect(resolveRedirect(table, served(path)), path).toEqual(resolveRedirect(table, served(path), () => {}))
    }
  }
})

it('looks only at rules that share the first segment, and at literal ones only when they are the path', () => {
  const redirects = Array.from({ length: 100 }, (_, row) => ({
    source: row % 2 ? `/s${row % 10}/:x/${row}` : `/s/${row}`,
    destination: '/to',
    permanent: false,
  }))
  const table = tableOf({ redirects })
  const rowsAt = (path: string) => candidates(table.redirects, table.readAddress(path, undefined))
  expect(rowsAt('/s/42')).toEqual([42])
  expect(rowsAt('/s/43')).toEqual([])
  expect(rowsAt('/s1/x/y')).toEqual([1, 11, 21, 31, 41, 51, 61, 71, 81, 91])
})
