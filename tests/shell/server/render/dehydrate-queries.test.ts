import { dehydrateQuery, QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { errorSerializationAdapters } from '#app/errors/serialization-adapters.ts'
import { markJson } from '#app/server/render/dehydrate-queries.ts'

const router = (...keys: string[]) =>
  ({
    options: { serializationAdapters: [...errorSerializationAdapters, ...keys.map((key) => ({ key }))] },
  }) as unknown as AnyRouter

/** Tells of each query that has this data whether it is written as JSON: it has no prototype then. */
function areMarked(data: readonly unknown[], others: readonly unknown[] = [], adapters: readonly string[] = []) {
  const client = new QueryClient()
  data.forEach((value, index) => client.setQueryData([index], value))
  const queries = client.getQueryCache().getAll()
  const marked = markJson(
    router('$TSS/serverfn', ...adapters),
    queries.map((query) => dehydrateQuery(query)),
    others,
  )
  return marked.map((query) => Object.getPrototypeOf(query) === null)
}

const item = { id: '1' }

it('writes queries as JSON', () => {
  expect(areMarked([{ items: [item] }, 'text'], [{ theme: 'dark' }])).toEqual([true, true])
})

it.each<[string, ...Parameters<typeof areMarked>]>([
  ['one is more than JSON', ['text', new Date(0)]],
  ['they share an object', [{ items: [item] }, item]],
  ['one shares an object with what a loader returned', [{ items: [item] }], [item]],
  ['the application has an adapter of its own', [item], [], ['money']],
])('leaves all to seroval when %s', (_case, ...given) => {
  expect(areMarked(...given)).not.toContain(true)
})
