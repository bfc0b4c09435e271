import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'
import { withLocalizedServer } from '#tests/application/localized-server.ts'
import { isAlive } from '#tests/fairlead/rules/rules-page.ts'
import { hold, navigate } from '#tests/application/browser/watch.ts'

const { server } = withLocalizedServer()

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
  await visit(page, path)
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

  it('change to the other language when it is chosen, with params, search and fragment', async () => {
    const { page } = await open('/de/ware/5?delay=1#here')
    await page.locator('button[popovertarget=locales]').click()
    await page.locator('#locales a[lang=ja]').click()
    await until(page, '/ja/商品/5?delay=1#here')
    // The URL comes before the page.
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

  it('are what links in a dialog have, as on the page', async () => {
    const { page } = await open('/de/galerie')
    const hrefs = (root: string) =>
      page.locator(`${root} a`).evaluateAll((links) => links.map((link) => decodeURI(link.getAttribute('href') ?? '')))
    await page.locator('main a[href="/de/bild/3"]').first().click()
    await page.locator('dialog[open] h1').filter({ hasText: 'Photo 3' }).waitFor()
    // The dialog has the photo as it follows in the gallery.
    expect(await hrefs('dialog[open]')).toEqual(['/de/bild/4', '/de/galerie', '/de/feed', '/de/anfang'])
    await page.locator('dialog[open] a[href="/de/anfang"]').click()
    await until(page, '/de/anfang')
    await page.goBack()
    await page.locator('dialog[open]').waitFor()
    await page.locator('dialog[open] a[href="/de/galerie"]').click()
    await until(page, '/de/galerie')
    expect(await page.locator('dialog').count()).toBe(0)
    expect(await isAlive(page)).toBe(true)
  })

  it('have tags for search engines that follow the page', async () => {
    const { page } = await open('/de/anfang')
    await page.locator('nav a[href="/de/handbuch"]').click()
    await until(page, '/de/handbuch')
    const isCanonical = (path: string) =>
      page.waitForFunction(
        (end) => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith(end),
        path,
      )
    await isCanonical('/de/handbuch')
    // Paths of other languages have not been needed.
    expect(await page.locator('link[hreflang]').count()).toBe(0)
    await page.locator('button[popovertarget=locales]').click()
    await page.locator(`#locales a[lang=ja][href="${encodeURI('/ja/手引き')}"]`).waitFor()
    await page.locator('nav a[href="/de/anfang"]').click()
    await isCanonical('/de/anfang')
    expect(decodeURI((await page.locator('link[hreflang=ja]').getAttribute('href')) ?? '')).toMatch(/\/ja\/開始$/)
    expect(await page.locator('link[rel=canonical]').count()).toBe(1)
  })

  it('are in the links that the server has rendered, before their code is loaded', async () => {
    const page = await newPage({ baseURL: server.origin })
    const changed: string[] = []
    await page.exposeFunction('onHref', (href: string) => void changed.push(decodeURI(href)))
    await page.addInitScript(() => {
      const observed = new MutationObserver((records) => {
        for (const { target } of records)
          (window as unknown as { onHref: (href: string) => void }).onHref(
            (target as Element).getAttribute('href') ?? '',
          )
      })
      observed.observe(document, { subtree: true, attributes: true, attributeFilter: ['href'] })
    })
    await visit(page, '/de/anfang')
    await page.waitForFunction(
      () => window.__TSR_ROUTER__?.buildLocation({ to: '/de/item/1' } as never).publicHref === '/de/ware/1',
    )
    // The fragment of links of the menu is the only change, and there is none here.
    expect(changed.filter((href) => /item|start|guide/.test(href))).toEqual([])
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.map(decodeURI)).toEqual(
      expect.arrayContaining(['/de/ware/1', '/de/galerie', '/ja/開始', '/arab/بداية']),
    )
  })

  it('load for the language of the page alone, and for another one when it is needed', async () => {
    const page = await newPage({ baseURL: server.origin })
    const scripts: string[] = []
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return
      // The page may be closed before the last script has arrived.
      void response.text().then(
        (text) => scripts.push(text),
        () => {},
      )
    })
    const has = (path: string) => scripts.some((text) => text.includes(path))
    const waitUntil = (path: string) => vi.waitUntil(() => has(path), 10_000)
    await page.goto('/de/anfang')
    const atOnce = await page.evaluate(() =>
      Promise.all(
        Array.from(document.querySelectorAll('script[src]'), async (script) =>
          (await fetch((script as HTMLScriptElement).src)).text(),
        ),
      ),
    )
    expect(atOnce.length).toBeGreaterThan(0)
    expect(atOnce.filter((text) => /umgezogen|手引き|صدى/.test(text))).toEqual([])
    await waitUntil('umgezogen')
    expect([has('手引き'), has('صدى')]).toEqual([false, false])
    await hydrated(page)
    await page.locator('button[popovertarget=locales]').click()
    await waitUntil('手引き')
  })

  it('take the place of paths of routes, of other languages and of former ones', async () => {
    const { page, shown } = await open('/de/anfang')
    for (const [href, path] of [
      ['/de/item/5?delay=1#here', '/de/ware/5?delay=1#here'],
      ['/de/old/3', '/de/ware/3'],
      ['/de/umgezogen/4', '/de/ware/4'],
      ['/de/手引き/one', '/de/handbuch/one'],
      ['/de/artikel/5', '/de/ware/5'],
      ['/de/goods/6?delay=1#here', '/de/ware/6?delay=1#here'],
      ['/ja/anfang', '/ja/開始'],
      ['/arab/開始', '/arab/بداية'],
    ] as const) {
      await navigate(page, encodeURI(href))
      await until(page, path)
    }
    expect(await isAlive(page)).toBe(true)
    expect(shown.filter((url) => /item|old|artikel|goods|\/de\/手|\/ja\/anfang|arab\/開始/.test(url))).toEqual([])
    // Only the server can say that there is nothing.
    expectFault(page, /404/)
    await navigate(page, '/de/nirgends')
    await until(page, '/de/nirgends')
    await page.locator('main h1').waitFor()
    // A plain link to the path of another language loads a document.
    await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<a href="/de/goods/5?delay=1">Old</a>'))
    await page.getByRole('link', { name: 'Old' }).click()
    await until(page, '/de/ware/5?delay=1')
    await page.locator('[data-testid=stamp]').waitFor()
  })

  it('are found by the back button before they are loaded', async () => {
    const { page } = await open('/de/anfang')
    await page.locator('nav a[href="/de/handbuch"]').click()
    await until(page, '/de/handbuch')
    const release = await hold(page, /install-paths/)
    await page.reload()
    await hydrated(page)
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    await page.goBack()
    await until(page, '/de/anfang')
    release()
    await page.getByRole('heading', { name: 'Start', exact: true }).waitFor()
  })

  it('are what the inspector names', async () => {
    const { page } = await open('/ja/開始')
    const link = page.locator(`main a[href="${encodeURI('/ja/商品/1')}"]`)
    await link.hover()
    const inspector = page.getByTestId('inspector')
    await inspector.locator('[data-target="/ja/商品/1"]').waitFor()
    await link.click()
    await until(page, '/ja/商品/1')
    await inspector.getByRole('rowheader', { name: '/ja/商品/1' }).waitFor()
    // A query that a navigation waited for has the key that its code gives it.
    const texts = (await inspector.textContent())?.replaceAll(/\["[^\]]*\]/g, '')
    expect(texts).not.toMatch(/item|start/)
  })
})
