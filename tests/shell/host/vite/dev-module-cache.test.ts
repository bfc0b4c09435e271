import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { devModuleCache } from '#app/host/vite/dev-module-cache.ts'

let root: string
let compiled: string[]
let server: ViteDevServer | undefined

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

const FILES = {
  'package.json': '{ "type": "module", "imports": { "#app/*": "./app/*" } }',
  'app/page.ts': `import { price } from '#app/price.ts'\nexport const shown: string = \`\${price} EUR\``,
  'app/price.ts': `export const price = 1`,
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-modules-')))
  for (const [path, content] of Object.entries(FILES)) write(path, content)
})
afterEach(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Starts dev anew, with plugins, and returns what imports a module on the server. */
async function start(...plugins: Plugin[]): Promise<(path?: string) => Promise<unknown>> {
  await server?.close()
  compiled = []
  const record: Plugin = {
    name: 'record',
    transform: { filter: { id: /app\// }, handler: (_, id) => void compiled.push(relative(root, id)) },
  }
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [devModuleCache(root, join(root, 'cache')), record, ...plugins],
    server: { middlewareMode: true, ws: false },
    environments: { ssr: { dev: { preTransformRequests: true } } },
  })
  const { ssr } = server.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('the server has no environment that runs modules')
  return async (path = 'page.ts') => ({ ...(await ssr.runner.import<object>(`/app/${path}`)) })
}

/** Starts dev anew, imports the page, and ends dev, which writes what it has compiled. */
async function run(): Promise<unknown> {
  const page = await (await start())()
  await server?.close()
  return page
}

const all = ['app/page.ts', 'app/price.ts']

describe('a second start', () => {
  beforeEach(async () => {
    await run()
  })

  it('compiles nothing again', async () => {
    expect(await run()).toEqual({ shown: '1 EUR' })
    expect(compiled).toEqual([])
  })

  it('compiles a file that has changed in between', async () => {
    write('app/price.ts', `export const price = 2`)
    expect(await run()).toEqual({ shown: '2 EUR' })
    expect(compiled).toEqual(['app/price.ts'])
  })

  it('takes a file that has changed back', async () => {
    write('app/price.ts', `export const price = 2`)
    await run()
    write('app/price.ts', FILES['app/price.ts'])
    expect(await run()).toEqual({ shown: '1 EUR' })
    expect(compiled).toEqual([])
  })

  it('sees the changes that are made while it runs, also of what is imported', async () => {
    const load = await start()
    await load()
    const { watcher } = server as ViteDevServer
    await vi.waitFor(() => expect(watcher.getWatched()[join(root, 'app')]).toContain('price.ts'), 30_000)
    write('app/price.ts', `export const price = 3`)
    await vi.waitFor(async () => expect(await load()).toEqual({ shown: '3 EUR' }), 30_000)
  })

  it('compiles all once the options of TypeScript are written while it runs', async () => {
    const load = await start()
    const { watcher } = server as ViteDevServer
    const seen: string[] = []
    watcher.on('all', (_, file) => seen.push(relative(root, file)))
    await vi.waitFor(() => expect(watcher.getWatched()[root]).toContain('package.json'), 30_000)
    write('tsconfig.json', '{}')
    await vi.waitFor(() => expect(seen).toContain('tsconfig.json'), 30_000)
    await load()
    expect(compiled.toSorted()).toEqual(all)
  })

  it('tells plugins what imports what', async () => {
    const importers: (string | undefined)[] = []
    const graph: Plugin = {
      name: 'graph',
      enforce: 'pre',
      resolveId: (id, importer) => void (id.endsWith('price.ts') && importers.push(importer)),
    }
    await (
      await start(graph)
    )()
    importers.length = 0
    const load = await start(graph)
    await load()
    expect(compiled).toEqual([])
    expect(importers).toContain(join(root, 'app/page.ts'))
  })

  it.each([
    ['the lock file', 'package-lock.json', '{}'],
    ['the options of TypeScript', 'tsconfig.json', '{}'],
    ['the options of TypeScript of a folder', 'app/tsconfig.json', '{}'],
    ['a plugin', 'app/host/vite/a-plugin.ts', ''],
  ])('compiles all after a change of %s', async (_, path, content) => {
    write(path, content)
    await run()
    expect(compiled.toSorted()).toEqual(all)
  })

  it('compiles all with another plugin', async () => {
    const load = await start({ name: 'other', transform: (code) => code.replace('EUR', 'USD') })
    expect(await load()).toEqual({ shown: '1 USD' })
    expect(compiled.toSorted()).toEqual(all)
  })

  it('compiles a module whose import is another file now', async () => {
    write('app/dear.ts', `export const price = 9`)
    const alias: Plugin = {
      name: 'record-2',
      resolveId: (id) => (id === '/app/price.ts' ? join(root, 'app/dear.ts') : null),
    }
    await (
      await start(alias)
    )()
    expect(compiled).toContain('app/page.ts')
  })

  it.each(['', '{', 'null', '{}'])('compiles a module whose entry is %j', async (content) => {
    for (const name of readdirSync(join(root, 'cache'))) writeFileSync(join(root, 'cache', name), content)
    expect(await run()).toEqual({ shown: '1 EUR' })
    expect(compiled.toSorted()).toEqual(all)
  })

  it('takes what a module imports that is compiled again', async () => {
    write('app/f.ts', `import { shown } from './page.ts'\nexport const f = [import.meta.env.MODE, shown]`)
    const load = await start()
    expect(await load('f.ts')).toEqual({ f: ['development', '1 EUR'] })
    expect(compiled).toEqual(['app/f.ts'])
  })

  it('compiles a module once for all who ask for it at the same time', async () => {
    write('app/page.ts', FILES['app/page.ts'].replace('EUR', 'CHF'))
    await start()
    const { ssr } = (server as ViteDevServer).environments
    const results = await Promise.all(['/app/page.ts', '/app/page.ts'].map((url) => ssr?.transformRequest(url)))
    expect(results.map((result) => result?.code.includes('CHF'))).toEqual([true, true])
    expect(compiled.filter((path) => path === 'app/page.ts')).toHaveLength(1)
  })

  it('fails as the first did where an import is gone', async () => {
    rmSync(join(root, 'app/price.ts'))
    const load = await start()
    await expect(load()).rejects.toThrow('price.ts')
    // Vite asks again for an import that was not there once its importer changes.
    const { watcher } = server as ViteDevServer
    await vi.waitFor(() => expect(watcher.getWatched()[join(root, 'app')]).toContain('page.ts'), 30_000)
    write('app/price.ts', FILES['app/price.ts'])
    write('app/page.ts', FILES['app/page.ts'].replace('EUR', 'CHF'))
    await vi.waitFor(async () => expect(await load()).toEqual({ shown: '1 CHF' }), 30_000)
  })
})

it.each([
  ['a server function', `import { createServerFn } from './start.ts'\nexport const f = createServerFn()`],
  [
    'what only the server has',
    `import { createServerOnlyFn } from './start.ts'\nexport const f = createServerOnlyFn()`,
  ],
  ['a glob', `export const f = Object.keys(import.meta.glob('./*.ts'))`],
  ['the environment', `export const f = import.meta.env.MODE`],
  ['an import by a pattern', "const load = (name) => import(`./prices/${name}.ts`)\nexport const f = await load('a')"],
  ['an import without extension', `import { price } from './price'\nexport const f = price`],
])('a module with %s is compiled at every start', async (_, source) => {
  write('app/start.ts', `const made = () => 1\nexport { made as createServerFn, made as createServerOnlyFn }`)
  write('app/prices/a.ts', `export const price = 1`)
  write('app/f.ts', source)
  await (
    await start()
  )('f.ts')
  await (
    await start()
  )('f.ts')
  expect(compiled).toContain('app/f.ts')
})

it('compiles a route again that shares a module with its components', async () => {
  write('app/list.ts', `export { price } from './price.ts?tsr-shared=1'`)
  await (
    await start()
  )('list.ts')
  await (
    await start()
  )('list.ts')
  expect(compiled).toContain('app/list.ts')
})

it.each([
  ['a virtual module', 'virtual:prices'],
  ['a virtual module whose name begins with a number sign', '#prices'],
])('a module that imports %s is compiled once', async (_, name) => {
  const id = `\0${name.replace('#', '%23')}`
  const prices: Plugin = {
    name: 'prices',
    enforce: 'pre',
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => id },
    load: (asked) => (asked === id ? 'export const price = 7' : undefined),
  }
  write('app/f.ts', `import { price } from '${name}'\nexport const f: number = price`)
  await (
    await start(prices)
  )('f.ts')
  const load = await start(prices)
  expect(await load('f.ts')).toEqual({ f: 7 })
  expect(compiled).toEqual([])
})

it('a start writes each module once', async () => {
  await run()
  expect(compiled.toSorted()).toEqual(all)
  const names = readdirSync(join(root, 'cache'))
  expect(names).toHaveLength(2)
  expect(names.map((name) => readFileSync(join(root, 'cache', name), 'utf8')).join('')).toContain('EUR')
})
