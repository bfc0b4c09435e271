import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { revalidate } from '#app/forms/use-form.tsx'
import { createLoad } from '#app/navigation/prefetch/load-query.ts'
import { renewData } from '#app/navigation/prefetch/revalidate.ts'

const location = { pathname: '/', searchStr: '' }

/** A page whose loader reads `a`, with a component that reads `b`, and with `c` prefetched for another. */
async function setUp() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  const asked: string[] = []
  const query = (name: string) => ({
    queryKey: [name],
    queryFn: () => {
      asked.push(name)
      return Promise.resolve(name)
    },
  })
  const load = createLoad({ queryClient })
  const loader = async (): Promise<void> => void (await load(query('a'), { preload: false, location }))
  const router = { invalidate: () => renewData(queryClient, loader), load: vi.fn(loader) }
  const stop = new QueryObserver(queryClient, query('b')).subscribe(() => {})
  await loader()
  await queryClient.query(query('c'))
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['a', 'b', 'c']), 30_000)
  asked.length = 0
  const read = (name: string) => load(query(name), { preload: false, location })
  return { queryClient, router, asked, read, stop }
}

it('invalidate() has loaders and components read the server once, however fresh their data is, and others on a visit', async () => {
  const { router, asked, read, stop } = await setUp()
  await router.invalidate()
  expect(asked).toEqual(['a', 'b'])
  await read('c')
  expect(asked).toEqual(['a', 'b', 'c'])
  stop()
})

it('invalidate() has what is on its way read again, since it was read before', async () => {
  const { queryClient, router, asked, read, stop } = await setUp()
  const { promise: held, resolve } = Promise.withResolvers<string>()
  const prefetch = queryClient.query({ queryKey: ['d'], queryFn: () => held })
  await router.invalidate()
  resolve('old')
  await prefetch
  asked.length = 0
  await read('d')
  expect(asked).toEqual(['d'])
  stop()
})

it.each<[string, readonly (readonly string[])[] | undefined, string | undefined, string[]]>([
  ['that names none', undefined, undefined, ['a', 'b']],
  ['that names some', [['b']], undefined, ['b']],
  ['that changes nothing', [], undefined, []],
  ['that goes on to another page', undefined, '/next', []],
])('a form %s renews what it changed', async (_, keys, next, expected) => {
  const { queryClient, router, asked, read, stop } = await setUp()
  await revalidate(router, queryClient, keys, next)
  expect(asked).toEqual(expected)
  if (next !== undefined) await read('a')
  expect(asked).toEqual(next === undefined ? expected : ['a'])
  stop()
})
