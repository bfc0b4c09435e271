import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lazyQueryPlugin } from '#app/host/vite/lazy-query-plugin.ts'
import { root } from '#tests/harness/project-files.ts'

const SOURCES: Record<string, string> = {
  entry: `import { QueryClient } from '@tanstack/query-core'
export const client = new QueryClient()
export const loadObserver = async () => (await import('observer')).MutationObserver`,
  observer: `export { MutationObserver } from '@tanstack/query-core'`,
}

const sourceOf = (id: string): string | undefined => SOURCES[id.replace(root, '').replace('.js', '')]

const folder = mkdtempSync(join(tmpdir(), 'lazy-query-'))

type Entry = {
  client: import('@tanstack/react-query').QueryClient
  loadObserver: () => Promise<typeof import('@tanstack/react-query').MutationObserver>
}
let entry: Entry
let initial: readonly string[]

beforeAll(async () => {
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      lazyQueryPlugin(),
      { name: 'sources', resolveId: (id) => (id in SOURCES ? join(root, `${id}.js`) : null), load: sourceOf },
    ],
    build: {
      outDir: folder,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: 'entry', preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  initial = chunks
    .filter(({ fileName }) => fileName === first?.fileName || first?.imports.includes(fileName))
    .flatMap(({ moduleIds }) => moduleIds.map((id) => id.split('/').at(-1) ?? ''))
  entry = (await import(pathToFileURL(join(folder, first?.fileName ?? '')).href)) as Entry
})

afterAll(() => rmSync(folder, { recursive: true }))

it('a query client comes without the code of mutations and of infinite queries', () => {
  expect(initial).toEqual(expect.arrayContaining(['queryClient.js', 'mutationCache.js']))
  expect(initial).not.toContain('mutation.js')
  expect(initial).not.toContain('infiniteQueryBehavior.js')
})

it('an infinite query fetches its pages, and those that follow', async () => {
  const pages = await entry.client.infiniteQuery({
    queryKey: ['numbers'],
    queryFn: ({ pageParam }: { pageParam: number }) => Promise.resolve(pageParam * 10),
    initialPageParam: 1,
    getNextPageParam: (_last: number, _all: number[], param: number) => param + 1,
    pages: 3,
  })
  expect(pages).toEqual({ pages: [10, 20, 30], pageParams: [1, 2, 3] })
})

it('an infinite query fails as its function does', async () => {
  const failing = entry.client.infiniteQuery({
    queryKey: ['failing'],
    queryFn: () => Promise.reject(new Error('no numbers')),
    initialPageParam: 1,
    retry: false,
  })
  await expect(failing).rejects.toThrow('no numbers')
})

it('a mutation runs once its code is loaded, and says so before', async () => {
  const { client } = entry
  const cache = client.getMutationCache()
  expect(() => cache.build(client, {})).toThrow('no code of mutations is loaded')
  const Observer = await entry.loadObserver()
  const mutationFn = (value: number) => Promise.resolve(value + 1)
  await expect(new Observer(client, { mutationFn }).mutate(1)).resolves.toBe(2)
  expect(cache.getAll().map(({ state }) => state.status)).toEqual(['success'])
})
