import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '#tests/harness/free-port.ts'
import { makeApplication } from '#tests/harness/make-application.ts'
import { sharedPage } from '#tests/harness/page.ts'
import { root } from '#tests/harness/project-files.ts'
import { type DevServer, startDev } from '#tests/harness/start-dev.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startPostgres } from '#tests/fairlead/error-reports/postgres.ts'

/** Time for the installation, and for the build. */
const LIMIT_MS = 600_000

const packages = JSON.parse(readFileSync(join(root, 'tests/soak/stack/packages.json'), 'utf8')) as Record<
  string,
  string
>

/** The pages below `/stack`, and the text that each shows after a click on its button. */
const RECIPES = {
  tailwind: 'opened',
  form: 'sent Ada',
  'hook-form': 'sent Ada',
  state: '1 1 19',
  table: 'row 500',
  db: 'one two',
  query: '42,built 0,1',
  'search-zod': '{"page":2,"tags":["a","b"],"at":{"x":3},"q":"007"}',
  'search-arktype': '"page":2',
  'search-valibot': '"page":2',
  nuqs: '5',
  drizzle: '[{"stack_notes":{"id":"child","parent":"root"},"parents":{"id":"root","parent":null}}]',
  auth: 'Ada',
  compiler: '1 kept',
  remote: 'echo AHOY! 4 https://images.ctfassets.net/harbour.png?w=400',
  trpc: '8',
  files: '42 from-env tick 1, tick 2, tick 3, worker 42',
  mdx: 'From MDX 2',
}

/** What the image service of a CMS sends. */
const IMAGE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
}

const CONFIG = `import { fairlead } from 'fairlead/config'
import stackPlugins from '#app/stack/vite-plugin.ts'

export default await fairlead({ plugins: [stackPlugins()] })
`

const folder = temporaryFolder(join(root, 'tests/.tmp'))
const { VITEST: _, NODE_ENV: __, ...env } = process.env
const run = (program: string, args: readonly string[], extra = {}) =>
  promisify(execFile)(program, args, { cwd: folder, env: { ...env, ...extra }, timeout: LIMIT_MS })
const npm = (...args: string[]) => run('npm', args)

beforeAll(async () => {
  await makeApplication(folder, { name: 'Stack', languages: ['en', 'de'], parts: [] })
  cpSync(join(root, 'tests/soak/stack'), folder, { recursive: true })
  writeFileSync(join(folder, 'app.config.ts'), CONFIG)
  cpSync(join(folder, 'note-form.check.tsx'), join(folder, 'tests/note-form.test.tsx'))
  writeFileSync(join(folder, '.env'), `VITE_STACK=from-env\nVITE_SOCKET=ws://127.0.0.1:${await freePort()}\n`)
  await npm('pkg', 'set', 'workspaces[]=packages/*')
  const specs = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  await npm('install', '--save-exact', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', ...specs)
}, LIMIT_MS)

/** Opens the page of a recipe, clicks its button and returns the text that it shows. A message in the console is a fault. */
async function tryRecipe(origin: string, name: string, text: string): Promise<string | null> {
  const page = await sharedPage((made) =>
    made.route('https://images.ctfassets.net/**', (route) => route.fulfill(IMAGE)),
  )
  await page.goto(`${origin}/stack/${name}`)
  const button = page.locator('#go')
  await vi.waitFor(
    async () => expect(await button.evaluate((element) => Object.keys(element).join())).toContain('__reactProps'),
    { timeout: 30_000 },
  )
  await button.click()
  await expect.poll(() => page.locator('#out').textContent(), { timeout: 10_000 }).toContain(text)
  if (name === 'tailwind') {
    const styles = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element))
    expect((await styles('#out')).backgroundColor).toBe('rgb(4, 5, 6)')
    expect((await styles('#go')).color).toBe('rgb(1, 2, 3)')
  }
  if (name.startsWith('search-')) await page.reload()
  return page.locator('#out').textContent()
}

describe('in production', () => {
  const elsewhere = temporaryFolder()
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    await npm('run', 'build')
    // The container of the page about deployment has nothing else.
    for (const output of ['.output', '.vinxi/build']) {
      cpSync(join(folder, output), join(elsewhere, output), { recursive: true })
    }
    server = await startServer({ cwd: elsewhere })
  }, LIMIT_MS)
  afterAll(() => server.stop())

  it.each(Object.entries(RECIPES))('%s works', { timeout: 60_000 }, async (name, text) => {
    expect(await tryRecipe(server.origin, name, text)).toContain(text)
  })

  it("Playwright's own runner works", async () => {
    const { stdout } = await run('npx', ['playwright', 'test'], { ORIGIN: server.origin })
    expect(stdout).toContain('1 passed')
  })

  it('drizzle works on PostgreSQL', { timeout: 60_000 }, async () => {
    await server.stop()
    const postgres = await startPostgres({ fsync: false })
    onTestFinished(() => postgres.stop())
    server = await startServer({ cwd: elsewhere, env: { DATABASE_URL: await postgres.newDatabase() } })
    expect(await tryRecipe(server.origin, 'drizzle', RECIPES.drizzle)).toBe(RECIPES.drizzle)
    await server.stop()
  })
})

it('a test of a component works', async () => {
  const args = ['fairlead', 'test', 'tests/note-form.test.tsx']
  // In CI vitest writes in colours otherwise.
  expect((await run('npx', args, { NO_COLOR: '1' })).stdout).toMatch(/Tests +1 passed/)
})

describe('in dev', () => {
  let dev: DevServer
  beforeAll(async () => {
    dev = await startDev({}, { folder })
  }, LIMIT_MS)
  afterAll(() => dev.stop())

  // A page whose packages Vite finds only now is loaded again, and loses the click.
  it.each(Object.entries(RECIPES))('%s works when it is opened first', { timeout: 120_000 }, async (name, text) => {
    expect(await tryRecipe(dev.origin, name, text)).toContain(text)
  })
})
