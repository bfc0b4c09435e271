import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { buildApplicationWithCdnAndRedirects } from '#tests/application/build.ts'
import { expectFault, newPage } from '#tests/harness/page.ts'
import { itemLink, watchItems } from '#tests/application/browser/items.ts'
import { arrive, isAlive, START, start } from '#tests/fairlead/rules/rules-page.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { hold, navigate, watchDocuments } from '#tests/application/browser/watch.ts'

/** The names of the browser's files that have the table. */
let tables: string[]
const server = withServer(async () => {
  const copy = await buildApplicationWithCdnAndRedirects()
  const folder = join(builtFolder(join(copy, '.output')), 'public/_build')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  tables = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('from-1999'))
  return { cwd: copy }
})

/** A page on which the table has not come yet, with a clock that a test can set forward, and what lets the table come. */
async function withoutTable(path: string): Promise<{ page: Page; release: () => void }> {
  const page = await newPage({ baseURL: server.origin })
  await page.clock.install()
  const release = await hold(page, `**/_build/${tables[0]}`)
  await page.goto(path)
  await page.waitForFunction(() => window.__TSR_ROUTER__ !== undefined)
  await page.evaluate(() => (window.alive = true))
  return { page, release }
}

describe('a long table of redirects', () => {
  it('is in one file, which no page loads at the start', async () => {
    expect(tables).toHaveLength(1)
    const html = await fetch(server.origin + START).then((answer) => answer.text())
    expect(html).not.toContain(tables[0])
  })

  it('is followed without a document, with query and fragment, in every language', async () => {
    const { page, documents } = await start(server.origin)
    await navigate(page, '/from-7/x?a=1#part')
    await arrive(page, '/echo/to-7/x?a=1#part')
    await navigate(page, '/de/from-1999/y')
    await arrive(page, '/de/echo/to-1999/y')
    expect(documents).toEqual([])
    expect(await isAlive(page)).toBe(true)
  })

  it('is followed by a prefetch: the click needs no request', async () => {
    const { page } = await start(server.origin, {}, '/links')
    const items = watchItems(page)
    await itemLink(page, 24).hover()
    await expect.poll(() => items.map(({ id }) => id)).toEqual(['77'])
    await itemLink(page, 24).click()
    await arrive(page, '/item/77')
    await page.locator('[data-testid=stamp]').waitFor()
    expect(items).toHaveLength(1)
  })

  it('leaves conditions that only the server can decide to the server', async () => {
    const { page, documents } = await start(server.origin, {}, '/links')
    await itemLink(page, 23).click()
    await page.waitForURL('**/item/23')
    expect(documents).toHaveLength(1)
  })

  it('is awaited by an early click', async () => {
    const { page, release } = await withoutTable('/links')
    await itemLink(page, 24).click()
    await page.waitForTimeout(300)
    expect(new URL(page.url()).pathname).toBe('/links')
    release()
    await arrive(page, '/item/77')
    expect(await isAlive(page)).toBe(true)
  })

  it('that does not arrive within the limit leads to a document request', async () => {
    const { page } = await withoutTable('/links')
    const documents = watchDocuments(page)
    await itemLink(page, 24).click()
    await page.getByRole('progressbar').waitFor()
    expect(documents).toEqual([])
    await page.clock.fastForward(ROUTE_LOAD_TIMEOUT_MS)
    await page.waitForURL('**/item/77')
  })

  it('that is missing leads to a document request', async () => {
    const page = await newPage({ baseURL: server.origin })
    await page.route(`**/_build/${tables[0]}`, (route) => route.fulfill({ status: 404, body: 'gone' }))
    expectFault(page, /404|dynamically imported/)
    await page.goto('/links')
    await itemLink(page, 24).click()
    await page.waitForURL('**/item/77')
  })
})
