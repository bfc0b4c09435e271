import { expect, it } from 'vitest'
import { negotiateEncoding } from '#fairlead/server/http/negotiate-encoding.ts'

it.each([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000', 'identity'],
  ['br;q=0.1, gzip;q=1', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['br;q=x', 'identity'],
  ['gzipped, brr', 'identity'],
  [`${'x, '.repeat(10_000)}br`, 'identity'],
])('a client that accepts %j is answered in %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding)
})
