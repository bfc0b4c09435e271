import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hydrated, newPage } from '#tests/harness/page.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'
import { buildApplicationWithPaths } from '#tests/shell/application/build.ts'
import { isAlive, navigate } from '#tests/shell/rules/rules-page.ts'

let server: Server
beforeAll(async () => {
  server = await startServer({ cwd: await buildApplicationWithPaths() })
}, 300_000)
afterAll(async () => {
  await server.stop()
})

/** Opens a page, and lists the URLs that its history gets from then on. */
async function open(path: string): Promise<{ page: Page; shown: string[] }> {
  const page = await newPage({ baseURL: server.origin })
  const shown: string[] = []
  await page.exposeFunction('onUrl', (url: string) => void shown.push(decodeURI(url)))
  await page.addInitScript(() => {
    for (const name of ['pushState', 'replaceState'] as const) {
      const original = history[name].bind(history)
      history[name] = (state, unused, url) => {
        original(state, unused, url)
        ;(window as unknown as { onUrl: (url: string) => void }).onUrl(
          location.pathname + location.search + location.hash,
        )
      }
    }
  })
  await page.goto(path)
  await hydrated(page)
  await page.evaluate(() => (window.alive = true))
  return { page, shown }
}

const urlOf = (page: Page): string => decodeURI(page.url()).slice(server.origin.length)
const until = (page: Page, path: string) => page.waitForURL(new URL(path, server.origin).href)

describe('public paths in the browser', () => {
  it('are what links, the address bar and the history have, with no other URL between', async () => {
    const { page, shown } = await open('/de/anfang')
    await page.locator('nav a[href="/de/handbuch"]').click()
    await until(page, '/de/handbuch')
    await page.locator('nav a[href="/de/anfang"]').click()
    await until(page, '/de/anfang')
    await page.goBack()
    await until(page, '/de/handbuch')
    await page.locator('nav [aria-current=page][href="/de/handbuch"]').first().waitFor()
    expect(await isAlive(page)).toBe(true)
    expect([...new Set(shown)].toSorted()).toEqual(['/de/anfang', '/de/handbuch'])
  })

  it('take the place of the path of the route', async () => {
    const { page, shown } = await open('/de/anfang')
    await navigate(page, '/de/item/5?delay=1#here')
    await until(page, '/de/ware/5?delay=1#here')
    await page.locator('[data-testid=stamp]').waitFor()
    await navigate(page, '/de/old/3')
    await until(page, '/de/ware/3')
    await navigate(page, '/de/umgezogen/4')
    await until(page, '/de/ware/4')
    expect(await isAlive(page)).toBe(true)
    expect(shown.filter((url) => /item|old/.test(url))).toEqual([])
  })

  it('are those of the other language when it is chosen, with params, search and fragment', async () => {
    const { page } = await open('/de/ware/5?delay=1#here')
    await page.locator('button[popovertarget=locales]').click()
    await page.locator('#locales a[lang=ja]').click()
    await until(page, '/ja/商品/5?delay=1#here')
    await page.locator('html[lang=ja]').waitFor()
    await page.locator('button[popovertarget=locales]').click()
    await page.locator('#locales a[lang=ar]').click()
    await until(page, '/arab/item/5?delay=1#here')
    expect(await isAlive(page)).toBe(true)
    await page.reload()
    await hydrated(page)
    expect(urlOf(page)).toBe('/arab/item/5?delay=1#here')
    // The choice is remembered.
    await page.goto('/')
    expect(urlOf(page)).toBe('/arab')
  })

  it('open over a page, and are pages of their own after a reload', async () => {
    const { page } = await open('/de/galerie')
    await page.locator('main a[href="/de/bild/3"]').first().click()
    await until(page, '/de/bild/3')
    await page.locator('dialog[open]').waitFor()
    await page.reload()
    await hydrated(page)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(urlOf(page)).toBe('/de/bild/3')
  })

  it('have tags for search engines that follow the page', async () => {
    const { page } = await open('/de/anfang')
    await page.locator('nav a[href="/de/handbuch"]').click()
    await until(page, '/de/handbuch')
    await page.waitForFunction(() =>
      document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith('/de/handbuch'),
    )
    expect(decodeURI((await page.locator('link[hreflang=ja]').getAttribute('href')) ?? '')).toMatch(/\/ja\/手引き$/)
  })
})
