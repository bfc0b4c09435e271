import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, hydrated, newPage, visit } from '#tests/harness/page.ts'
import { cases, endOf, nameOf } from '#tests/fairlead/rules/rules-cases.ts'
import { arrive, hrefOf, isAlive, languageLinks, START, start } from '#tests/fairlead/rules/rules-page.ts'
import { withRules } from '#tests/fairlead/rules/with-rules.ts'
import { expectKept, expectOpen, expectPage, markPage } from '#tests/application/browser/opened.ts'
import { navigate, watchCalls } from '#tests/application/browser/watch.ts'

const { server } = withRules()

describe('a navigation without a document ends where a document request would', () => {
  const soft = cases.filter(({ headers }) => headers === undefined).map((one) => ({ ...one, name: nameOf(one) }))
  const inOnePage = soft.filter(({ cookies, document }) => !cookies && !document)
  const apart = soft.filter((one) => !inOnePage.includes(one))

  it(`${inOnePage.length} URLs, one after the other in one page`, async () => {
    const { page, documents } = await start(server.origin)
    for (const one of inOnePage) {
      await navigate(page, one.url)
      await arrive(page, endOf(one), one.shows)
      await page.goBack()
      await arrive(page, START)
      if (typeof one.shows === 'string') {
        await page.goForward()
        await arrive(page, endOf(one), one.shows)
        await page.goBack()
        await arrive(page, START)
      }
      expect(documents, one.name).toEqual([])
    }
    expect(await isAlive(page)).toBe(true)
  })

  it.each(apart)('$name', async (one) => {
    const { page, documents } = await start(server.origin, one.cookies)
    if (one.shows === null) expectFault(page, /404/)
    await navigate(page, one.url)
    await arrive(page, endOf(one), one.shows)
    expect(documents.length > 0).toBe(one.document === true)
    if (one.document) return
    expect(await isAlive(page)).toBe(true)
    await page.goBack()
    await arrive(page, START)
    await page.goForward()
    await arrive(page, endOf(one), one.shows)
    expect(await isAlive(page)).toBe(true)
    await page.reload()
    await hydrated(page)
    await arrive(page, endOf(one), one.shows)
  })
})

it.each([
  ['redirects', '/old-readings', '/readings'],
  ['is rewritten', '/now', '/now'],
])('a navigation that %s to a server route requests one document', async (_, from, to) => {
  const { page, documents } = await start(server.origin)
  await navigate(page, from)
  await page.waitForURL(`**${to}`)
  expect(await page.content()).toContain('"unit"')
  expect(documents).toEqual([server.origin + to])
})

describe('a rewritten page', () => {
  it('keeps its URL on a hard load, after another page, back, forward and reload', async () => {
    const { page, documents } = await start(server.origin, {}, '/de/one?x=1#part')
    await arrive(page, '/de/one?x=1#part', '/de/echo/shared?x=1')
    await navigate(page, '/two')
    await arrive(page, '/two', '/echo/shared')
    await page.goBack()
    await arrive(page, '/de/one?x=1#part', '/de/echo/shared?x=1')
    await page.goForward()
    await arrive(page, '/two', '/echo/shared')
    expect(documents).toEqual([])
    await page.reload()
    await hydrated(page)
    await arrive(page, '/two', '/echo/shared')
    await page.goBack()
    await arrive(page, '/de/one?x=1#part', '/de/echo/shared?x=1')
  })

  it('is a history entry apart from another URL of the same page', async () => {
    const { page } = await start(server.origin, {}, '/one')
    for (const url of ['/two', '/echo/shared', '/one']) {
      await navigate(page, url)
      await arrive(page, url, '/echo/shared')
    }
    // It is one page from the document on.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.goBack()
    await arrive(page, '/echo/shared')
    await page.goBack()
    await arrive(page, '/two', '/echo/shared')
    await page.goBack()
    await arrive(page, '/one', '/echo/shared')
  })

  it('that only the server can decide stays as decided', async () => {
    const page = await newPage({ baseURL: server.origin })
    await page.setExtraHTTPHeaders({ 'x-secret': '1' })
    await visit(page, '/secret?y=2')
    await arrive(page, '/secret?y=2', '/echo/secret?xsecret=1&y=2')
    await page.evaluate(() => (window.alive = true))
    await page.evaluate(() => (window.location.hash = 'part'))
    await arrive(page, '/secret?y=2#part', '/echo/secret?xsecret=1&y=2')
    await navigate(page, START)
    await arrive(page, START)
    await page.goBack()
    await arrive(page, '/secret?y=2#part', '/echo/secret?xsecret=1&y=2')
    expect(await isAlive(page)).toBe(true)
    await page.setExtraHTTPHeaders({})
    await page.reload()
    await hydrated(page)
    await arrive(page, '/secret?y=2#part', '/echo/public?y=2')
  })

  it('links to itself in other languages and with another search at its own URL', async () => {
    const { page } = await start(server.origin, {}, '/ja/thing/7')
    expect(await languageLinks(page)).toEqual(['/thing/7', '/de/thing/7', '/ja/thing/7', '/ar/thing/7'])
    const again = page.locator('main ul a').nth(1)
    expect(await again.getAttribute('href')).toBe('/ja/thing/7?delay=2000')
    // Another item is another page, of which no rule was asked.
    expect(await page.locator('main ul a').first().getAttribute('href')).toBe('/ja/item/8')
  })

  it('links to its own URL without JavaScript', async () => {
    const page = await newPage({ baseURL: server.origin, javaScriptEnabled: false })
    await page.goto('/thing/7')
    expect(await languageLinks(page)).toEqual(['/thing/7', '/de/thing/7', '/ja/thing/7', '/ar/thing/7'])
  })

  it('whose rule adds to the search shows what the visitor adds and nothing else', async () => {
    const { page, documents } = await start(server.origin, {}, '/choices')
    const links = page.locator('main nav').first().locator('a')
    const before = await page.evaluate(() => history.length)
    expect(await links.nth(1).getAttribute('href')).toBe('/choices?preload=viewport')
    await links.nth(1).click()
    await page.waitForURL('**/choices?preload=viewport')
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
    // The rule insists on its own delay: with another the page has the address it is at.
    const slow = page.locator('main nav').nth(1).locator('a').nth(2)
    expect(await slow.getAttribute('href')).toMatch(/^\/links\?(?=.*delay=1000)(?=.*preload=viewport)/)
    expect(documents).toEqual([])
  })

  it('scrolls to another fragment without loading', async () => {
    const { page, documents } = await start(server.origin, {}, '/one')
    await page.evaluate(() => void window.__TSR_ROUTER__?.navigate({ hash: 'part' }))
    await arrive(page, '/one#part', '/echo/shared')
    await page.evaluate(() => void window.__TSR_ROUTER__?.navigate({ to: '.', search: { a: 'b' } as never }))
    await arrive(page, '/one?a=b', '/echo/shared?a=b')
    await page.goBack()
    await arrive(page, '/one#part', '/echo/shared')
    expect(documents).toEqual([])
  })
})

describe('a link', () => {
  const item = (page: Page, id: number) => page.locator(`main ol a[href="/item/${id}"]`)

  it('to a redirected or rewritten page is followed without a document', async () => {
    const { page, documents } = await start(server.origin, {}, '/links')
    await item(page, 24).click()
    await arrive(page, '/echo/moved')
    await page.goBack()
    await item(page, 23).click()
    await arrive(page, '/item/23', '/echo/instead')
    expect(documents).toEqual([])
  })

  it('that needs the server is not prefetched and loads a document', async () => {
    const { page, documents } = await start(server.origin, {}, '/links')
    const requests = watchCalls(page)
    await item(page, 22).hover()
    await page.waitForTimeout(300)
    expect(requests).toEqual([])
    await item(page, 22).click()
    await arrive(page, '/item/22', '/echo/asked')
    expect(documents).toHaveLength(1)
  })

  it('is prefetched by its target: the click needs no request', async () => {
    const { page } = await start(server.origin)
    const asked = watchCalls(page)
    await page.evaluate(() =>
      window.__TSR_ROUTER__?.preloadRoute({ href: '/old-thing/77' } as never).then(() => undefined),
    )
    expect(asked).toHaveLength(1)
    await navigate(page, '/old-thing/77')
    await arrive(page, '/thing/77', '/item/77')
    await page.locator('[data-testid=stamp]').waitFor()
    expect(asked).toHaveLength(1)
  })

  it('is rendered alike by server and browser, whatever its URL resolves to', async () => {
    const { page } = await start(server.origin, { beta: '1' }, '/links')
    expect(await hrefOf(page, (await item(page, 23).textContent()) ?? '')).toBe('/item/23')
  })
})

async function openGallery(path = '/gallery'): Promise<{ page: Page; documents: string[] }> {
  const started = await start(server.origin, {}, path)
  await markPage(started.page)
  return started
}

describe('a photo at a rewritten URL', () => {
  it.each([
    ['/seen/2', '/seen/2'],
    ['/picture/2', '/picture/2'],
    ['/old-picture/2', '/picture/2'],
  ])('%s opens over the page, under %s', async (href, address) => {
    const { page, documents } = await openGallery()
    await navigate(page, href)
    await expectOpen(page, address, /./)
    await expectKept(page)
    await page.goBack()
    await expectPage(page, '/gallery')
    await expectKept(page)
    await page.goForward()
    await expectOpen(page, address, /./)
    expect(documents).toEqual([])
  })

  it('is replaced by the same photo at another of its URLs, and by the next', async () => {
    const { page } = await openGallery()
    await navigate(page, '/seen/2')
    await expectOpen(page, '/seen/2', /./)
    await navigate(page, '/picture/2')
    await expectOpen(page, '/picture/2', /./)
    await navigate(page, '/photo/3')
    await expectOpen(page, '/photo/3', /./)
    await expectKept(page)
    await page.goBack()
    await expectOpen(page, '/picture/2', /./)
  })

  it('is the full page after a reload, and closes to the page underneath by back', async () => {
    const { page } = await openGallery()
    await navigate(page, '/seen/2')
    await expectOpen(page, '/seen/2', /./)
    await page.reload()
    await hydrated(page)
    await expectPage(page, '/seen/2', /./)
    await page.goBack()
    await expectPage(page, '/gallery')
  })

  it('keeps the language', async () => {
    const { page } = await openGallery('/de/gallery')
    await navigate(page, '/de/seen/2')
    await expectOpen(page, '/de/seen/2', /./)
    await expectKept(page)
    await page.keyboard.press('Escape')
    await expectPage(page, '/de/gallery')
  })
})
