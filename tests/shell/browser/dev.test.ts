import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectFault, hydrated, newPage } from '#tests/harness/page.ts'
import { ask } from '#tests/harness/request.ts'
import { type DevServer, startDev } from '#tests/harness/start-dev.ts'

let dev: DevServer
let copy: string
let origin: string

beforeAll(async () => {
  dev = await startDev({ TEST_JOBS: 'on' })
  copy = dev.folder
  origin = dev.origin
}, 90_000)
afterAll(() => dev.stop())

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
    writeFileSync(file, source)
    await expect.poll(answer, { timeout: 60_000 }).toBe(200)
  })

  it('a tab recovers also from an error that is fixed before the tab can listen', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    // Without a tab that listens, Vite keeps the news for the next one.
    const other = await newPage({ baseURL: origin })
    expectFault(other, /./)
    await other.goto('/')
    await hydrated(other)
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
    '%s, which reads nothing of them, is shown',
    async (path) => {
      const headers = { cookie: 'currency=EUR; theme=dark; tz=Asia%2FTokyo', 'user-agent': 'Googlebot' }
      expect((await fetch(origin + path, { headers })).status).toBe(200)
    },
  )

  it('search params of a route are read as before once its file has changed', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    await page.goto('/typed?page=2&sizes=4')
    await hydrated(page)
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

  it('packages of the server are not bundled for the browser', async () => {
    const file = join(copy, '.vinxi/vite/deps/_metadata.json')
    await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true)
    const { optimized } = JSON.parse(readFileSync(file, 'utf8')) as { optimized: Record<string, unknown> }
    expect(Object.keys(optimized)).toEqual(expect.arrayContaining(['react', 'react-dom/client']))
    for (const name of ['kysely', 'pg', 'pino', 'lru-cache']) expect(optimized).not.toHaveProperty(name)
  })

  it('a route file that is deleted leaves tabs on other pages working', async () => {
    const page = await newPage({ baseURL: origin })
    expectFault(page, /./)
    await page.goto('/')
    await hydrated(page)
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
})
