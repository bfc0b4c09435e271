import { expect, it } from 'vitest'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'

it.each([
  ['/reports', '/reports'],
  ['/%72eports', '/reports'],
  ['/%5fserverFn/a', '/_serverFn/a'],
  ['/%5F%73erverFn/%61', '/_serverFn/a'],
  ['//reports', '/reports'],
  // Decoded once, and not what has a meaning in a path.
  ['/%2572eports', '/%2572eports'],
  ['/reports%2Fa', '/reports%2Fa'],
  ['/a%3Fb%23c', '/a%3Fb%23c'],
  ['/%5Creports', '/%5Creports'],
  // Encoded as in every address.
  ['/a%20b', '/a%20b'],
  ['/%c3%bcber', '/%C3%BCber'],
  ['/a%7Cb', '/a%7Cb'],
  // Malformed escapes stay.
  ['/%E0%A4%A', '/%E0%A4%A'],
  ['/%', '/%'],
])('%s is %s', (path, normalized) => {
  expect(normalizedPath(path)).toBe(normalized)
  expect(normalizedPath(normalized)).toBe(normalized)
})
