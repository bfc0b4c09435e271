import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'
import { ask } from '#tests/harness/request.ts'
import { type DevServer, startDev } from '#tests/harness/start-dev.ts'

const SECRET = 'the-text-of-a-secret-file'

/** Files that are not source code. */
const DENIED = [
  'data/operator-token',
  'data/app.db',
  'data/reports.db-wal',
  'data/other',
  'private/data/operator-token',
  'private/data/uploads/other.ts',
  'backups/monday/app.db',
  'backups/monday/fairlead.dump',
  '.env',
  '.env.local',
  '.envrc',
  '.git/config',
  '.output/server/index.mjs',
  '.output/builds/1/server/index.mjs',
  '.vinxi/cache/entry',
  '.vinxi/build/start/maps/page.js.map',
  // A symlink, and a file below one.
  'app/linked.ts',
  'app/linked/operator-token',
  'public/linked.txt',
]

/** A source file, which every spelling has to find. */
const SOURCE = 'app/site.ts'

const encode = (path: string): string => path.replaceAll(/[^/]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)

/** Spellings of a file's URL: some are served, others have to lead nowhere. */
const SPELLINGS: Record<string, (path: string, folder: string) => string> = {
  plain: (path) => `/${path}`,
  '@fs': (path, folder) => `/@fs${folder}/${path}`,
  '@fs ?raw': (path, folder) => `/@fs${folder}/${path}?raw`,
  '@fs from the root': (path, folder) => `/@fs/${folder}/${path}`,
  '@fs with ..': (path, folder) => `/@fs${folder}/app/../${path}`,
  '@id': (path, folder) => `/@id${folder}/${path}?raw`,
  absolute: (path, folder) => `${folder}/${path}?raw`,
  '?raw': (path) => `/${path}?raw`,
  '?import&raw': (path) => `/${path}?import&raw`,
  '?raw??': (path) => `/${path}?raw??`,
  '?url': (path) => `/${path}?url`,
  '?url&inline': (path) => `/${path}?import&url&inline`,
  '?inline': (path) => `/${path}?inline`,
  '?import': (path) => `/${path}?import`,
  '?t': (path) => `/${path}?t=1`,
  '?worker_file': (path) => `/${path}?worker_file&type=module`,
  '.svg?': (path) => `/${path}?.svg?.wasm?init`,
  '#': (path) => `/${path}#/app/site.ts`,
  encoded: (path) => `/${encode(path)}`,
  'encoded ?raw': (path) => `/${encode(path)}?raw`,
  'encoded twice': (path) => `/${encode(path).replaceAll('%', '%25')}`,
  'encoded slashes': (path) => `/${path.replaceAll('/', '%2F')}`,
  'encoded query': (path) => `/${path}%3Fraw`,
  'encoded backslashes': (path) => `/${path.replaceAll('/', '%5C')}`,
  'upper case': (path) => `/${path.toUpperCase()}`,
  'slash at the end': (path) => `/${path}/`,
  'slash and ?raw': (path) => `/${path}/?raw`,
  'dot at the end': (path) => `/${path}.`,
  'space at the end': (path) => `/${path}%20`,
  'NUL at the end': (path) => `/${path}%00`,
  'stream of Windows': (path) => `/${path}::$DATA`,
  'two slashes': (path) => `//${path.replaceAll('/', '//')}`,
  'dot segments': (path) => `/./${path.replaceAll('/', '/./')}`,
  '..': (path) => `/app/../${path}`,
  'encoded ..': (path) => `/app/%2e%2e/${path}`,
  '.. and an encoded slash': (path) => `/app/..%2f${path}?raw`,
  backslash: (path) => `\\${path.replaceAll('/', '\\')}`,
  'base of the tunnel': (path) => `/monitoring/${path}`,
  'base of the tunnel and ..': (path) => `/monitoring/../${path}`,
  'base of the build': (path) => `/_build/../${path}`,
  'absolute target': (path) => `http://localhost/${path}`,
  'without a slash': (path) => path,
}

let dev: DevServer
let copy: string
let origin: string

beforeAll(async () => {
  const own = { HOST: undefined, DATA_DIR: 'private/data', OPERATOR_TOKEN: 'a-token-that-is-set-here' }
  dev = await startDev({ ...own, TEST_JOBS: 'on' })
  copy = dev.folder
  origin = dev.origin
}, 90_000)
afterAll(() => dev.stop())

/** Resolves to a file that dev serves. While Vite bundles packages it answers 504. */
async function served(path: string): Promise<string> {
  let answer = await ask(path, { origin })
  while (answer.status === 504) {
    await sleep(200)
    answer = await ask(path, { origin })
  }
  expect(answer.status, path).toBe(200)
  return answer.text
}

/** Resolves to the error's code, or to `open`. */
const reach = (host: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve('open')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })

describe('in dev', { timeout: 120_000 }, () => {
  const answer = async (): Promise<number> => (await fetch(`${origin}/docs/new`)).status

  it.each([
    ['/monitoring', 405, 'application/json'],
    ['/monitoring/x', 404, 'application/json'],
    ['/monitoringxyz', 404, 'text/html'],
    ['/monitoring-as-code', 404, 'text/html'],
  ])('%s answers %i with %s', async (path, status, type) => {
    const response = await ask(path, { origin, headers: { accept: 'text/html' } })
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toContain(type)
  })

  it('jobs run', async () => {
    await vi.waitFor(() => expect(dev.log.join('\n')).toContain('"job":"tick","msg":"tick ends"'), 30_000)
  })

  it('`Server-Timing` has what a page was waiting for', async () => {
    const { headers } = await ask('/item/7', { origin: dev.origin })
    const loader = `loader;desc="/{-$locale}/item/$id";dur=`
    expect(headers['server-timing']).toContain(loader)
    expect(headers['server-timing']).toMatch(/(?:^|, )render;dur=\d+\.\d(?:,|$)/)
    const page = await newPage({ baseURL: origin })
    // Fonts are outside of the copy. Chromium keeps a document that the test answers from a WebSocket of this machine.
    expectFault(page, /plex|websocket/i)
    // Guards of one page may call the same server function.
    await page.route('**/item/7', async (route) => {
      const response = await route.fetch()
      const { 'server-timing': timing, ...others } = response.headers()
      await route.fulfill({ response, headers: { ...others, 'server-timing': `${timing}, ${timing}` } })
    })
    await page.goto('/item/7')
    await expect.poll(() => page.getByTestId('inspector').getByText('loader /{-$locale}/item/$id').count()).toBe(2)
  })

  it('writes from elsewhere are refused', async () => {
    expect((await ask('/readings', { origin, json: {} })).status).toBe(403)
  })

  /** Breaks the page `/docs/new` and returns a function that mends it. The server has noticed when they return. */
  async function breakPage(): Promise<() => Promise<void>> {
    const file = join(copy, 'app/pages/docs-page.tsx')
    const source = readFileSync(file, 'utf8')
    const write = async (text: string, status: number) => {
      writeFileSync(file, text)
      await expect.poll(answer, { timeout: 60_000 }).toBe(status)
    }
    await write(source.replace('return (', 'return ((('), 500)
    return () => write(source, 200)
  }

  it('an open tab recovers once an error of the server is fixed', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    const mend = await breakPage()
    await page.goto('/docs/new')
    await page.locator('[data-testid=digest]').waitFor()
    await hydrated(page)
    await mend()
    await page.getByRole('heading', { level: 1, name: 'Precedence' }).waitFor()
  })

  it('the tunnel responds while the application is broken', async () => {
    const file = join(copy, 'app/router.tsx')
    const source = readFileSync(file, 'utf8')
    writeFileSync(file, `${source}\nthrow new Error('broken')\n`)
    await expect.poll(answer, { timeout: 60_000 }).toBe(500)
    expect((await fetch(`${origin}/monitoring`)).status).toBe(405)
    // Vite's watcher drops a change within 50 ms of the one before.
    await sleep(200)
    writeFileSync(file, source)
    await expect.poll(answer, { timeout: 60_000 }).toBe(200)
  })

  it('a tab recovers also from an error that is fixed before the tab can listen', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    // Without a tab that listens, Vite keeps the news for the next one.
    const other = await newPage({ baseURL: origin })
    expectFault(other, /./)
    await visit(other, '/')
    let listen = (): void => {}
    const mended = new Promise<void>((resolve) => (listen = resolve))
    await page.route('**/@vite/client', async (route) => {
      await mended
      await route.continue()
    })
    const mend = await breakPage()
    await page.goto('/docs/new', { waitUntil: 'commit' })
    await page.locator('[data-testid=digest]').waitFor()
    await mend()
    listen()
    await page.getByRole('heading', { level: 1, name: 'Precedence' }).waitFor()
  })

  it.each([
    ['cookie', 'a cookie'],
    ['header', 'the header user-agent'],
    ['session', 'the session'],
  ])('a page that is cached for all fails where it reads the %s of one visitor', async (what, read) => {
    const response = await fetch(`${origin}/private/${what}`, { headers: { cookie: 'currency=EUR' } })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain(
      `The route /{-$locale}/private/$what is cached for all visitors (staticData.cache) and reads ${read}, which is not declared.`,
    )
    // The place that reads.
    expect(text).toContain('private.$what.tsx')
  })

  it.each(['/kept/1', '/private/nothing', '/varied?page=2'])(
    '%s, which reads nothing of a visitor, is shown',
    async (path) => {
      const headers = { cookie: 'currency=EUR; theme=dark; tz=Asia%2FTokyo', 'user-agent': 'Googlebot' }
      expect((await fetch(origin + path, { headers })).status).toBe(200)
    },
  )

  it('search params of a route are read as before once its file has changed', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    await visit(page, '/typed?page=2&sizes=4')
    const file = join(copy, 'app/routes/{-$locale}/typed.tsx')
    writeFileSync(file, readFileSync(file, 'utf8').replace('<h1>Typed</h1>', '<h1>Edited</h1>'))
    await page.getByRole('heading', { level: 1, name: 'Edited' }).waitFor()
    const search = page.getByTestId('search')
    expect(JSON.parse(await search.innerText())).toEqual({ page: 2, sizes: [4] })
    await page.getByRole('link', { name: 'Typed values' }).click()
    await page.waitForURL(/isOpen/)
    await expect.poll(() => search.innerText()).toContain('"isOpen":false')
    expect(JSON.parse(await search.innerText())).toEqual({ page: 2, isOpen: false, q: '007', sizes: [4] })
  })

  it('the packages of all pages are bundled before the first one, without those of the server', async () => {
    const file = join(copy, '.vinxi/vite/deps/_metadata.json')
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true)
    const { optimized } = JSON.parse(readFileSync(file, 'utf8')) as { optimized: Record<string, unknown> }
    const ofLibrary = ['@sentry/react', '@unpic/react', 'use-intl']
    expect(Object.keys(optimized)).toEqual(expect.arrayContaining(['react', 'react-dom/client', ...ofLibrary]))
    for (const name of ['kysely', 'pg', 'pino', 'lru-cache']) expect(optimized).not.toHaveProperty(name)
    // Vite says so when a page had others, and loads it again.
    expect(dev.log.filter((line) => line.includes('optimized dependencies changed'))).toEqual([])
  })

  it('a route file that is deleted leaves tabs on other pages working', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    await visit(page, '/')
    const loadedAgain = page.waitForEvent('domcontentloaded')
    rmSync(join(copy, 'app/routes/{-$locale}/guide.$.tsx'))
    const tree = join(copy, 'routeTree.gen.ts')
    await expect.poll(() => readFileSync(tree, 'utf8').includes('guide/$'), { timeout: 30_000 }).toBe(false)
    // A click before that would be lost.
    await loadedAgain
    await hydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Start', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor()
  })

  it('parts of pages per visitor are in the response, as their files are now', async () => {
    // While Vite bundles packages it answers 504.
    const response = async () => (await ask('/greeted/dev', { origin })).text
    await expect.poll(response, { timeout: 30_000 }).toContain('Ahoy <!-- -->stranger')
    const page = await newPage({ baseURL: origin })
    // Fonts are outside of the copy, and Vite may bundle packages again.
    expectFault(page, /./)
    const part = page.getByTestId('greeting-bow')
    await visit(page, '/greeted/dev')
    await part.getByText('Ahoy stranger').waitFor()
    const file = join(copy, 'app/pages/greeting.per-visitor.tsx')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Ahoy', 'Welcome'))
    await part.getByText('Welcome stranger').waitFor()
    await expect.poll(response, { timeout: 30_000 }).toContain('Welcome <!-- -->stranger')
  })
})

// After the others: Vite starts again when the files of the environment change.
describe('a folder with files that are not sources', { timeout: 120_000 }, () => {
  beforeAll(() => {
    for (const path of DENIED.filter((name) => !name.includes('linked'))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), SECRET)
    }
    symlinkSync('../private/data/operator-token', join(copy, 'app/linked.ts'))
    symlinkSync('../private/data/operator-token', join(copy, 'public/linked.txt'))
    symlinkSync('../private/data', join(copy, 'app/linked'))
  })

  it('listens on localhost only, for pages and for hot updates', async () => {
    const hotPort = Number(/const hmrPort = (\d+)/.exec(await served('/@vite/client'))?.[1])
    for (const port of [Number(new URL(origin).port), hotPort]) {
      expect(await reach('localhost', port)).toBe('open')
      // Another address of this machine: a server on all interfaces would accept the connection.
      expect(await reach('127.0.0.2', port)).not.toBe('open')
    }
  })

  it('serves sources', async () => {
    for (const spelling of ['plain', '@fs', '?raw', 'encoded', '..'] as const) {
      const path = SPELLINGS[spelling]?.(SOURCE, copy) ?? ''
      expect(await served(path), path).toContain('Harbour')
    }
    // While Vite bundles packages it answers 504.
    await expect.poll(async () => (await ask('/@id/virtual:routing', { origin })).status).toBeLessThan(500)
  })

  it.each(Object.keys(SPELLINGS))('serves nothing else: %s', async (spelling) => {
    const encoded = Buffer.from(SECRET).toString('base64').slice(0, 20)
    const shown = DENIED.map(async (file) => {
      const path = SPELLINGS[spelling]?.(file, copy) ?? ''
      const { status, text } = await ask(path, { origin }).catch(() => ({ status: 0, text: '' }))
      return text.includes(SECRET) || text.includes(encoded) ? [`${status} ${path}`] : []
    })
    expect((await Promise.all(shown)).flat()).toEqual([])
  })
})
