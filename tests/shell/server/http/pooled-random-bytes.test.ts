import { expect, it } from 'vitest'
import { pooledRandomBytes } from '#app/server/http/pooled-random-bytes.server.ts'

it('returns as many bytes as asked for, never the same', () => {
  const all = Array.from({ length: 1_000 }, () => pooledRandomBytes(16))
  expect(all.every(({ length }) => length === 16)).toBe(true)
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(1_000)
})

it('does not change bytes that it has handed out', () => {
  const first = pooledRandomBytes(8)
  const before = first.toString('hex')
  for (let index = 0; index < 1_000; index++) pooledRandomBytes(8)
  expect(first.toString('hex')).toBe(before)
})
