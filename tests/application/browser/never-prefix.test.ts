import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, newPage, open } from '#tests/harness/page.ts'
import { withLocalizedServer } from '#tests/application/localized-server.ts'
import { isAlive } from '#tests/fairlead/rules/rules-page.ts'
import { navigate } from '#tests/application/browser/watch.ts'

const { server } = withLocalizedServer('never')

async function openIn(path: string, locale: string): Promise<Page> {
  const page = await open(path, { baseURL: server.origin, locale })
  await page.evaluate(() => (window.alive = true))
  return page
}

const urlOf = (page: Page): string => decodeURI(page.url()).slice(server.origin.length)
const until = (page: Page, path: string) => page.waitForURL(new URL(path, server.origin).href)
const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

async function choose(page: Page, locale: string): Promise<void> {
  await page.locator('button[popovertarget=locales]').click()
  await page.locator(`#locales a[lang=${locale}]`).click()
}

describe('without prefixes', () => {
  it('a visitor stays in their language, with no document and no prefix', async () => {
    const page = await openIn('/anfang', 'de')
    expect(await languageOf(page)).toBe('de')
    await page.locator('nav a[href="/handbuch"]').click()
    await until(page, '/handbuch')
    await page.locator('nav [aria-current=page][href="/handbuch"]').first().waitFor()
    await navigate(page, '/goods/5?delay=1')
    await until(page, '/ware/5?delay=1')
    await navigate(page, '/old/3')
    await until(page, '/ware/3')
    await page.getByRole('heading', { name: 'Item 3' }).waitFor()
    await navigate(page, '/sale')
    await until(page, '/sale')
    await page.getByRole('heading', { name: 'Item 7' }).waitFor()
    await page.goBack()
    await until(page, '/ware/3')
    expect(await isAlive(page)).toBe(true)
    expect(await languageOf(page)).toBe('de')
  })

  it('a language that is chosen is shown on the same page, and remembered', async () => {
    const page = await openIn('/ware/5?delay=1#here', 'de')
    await choose(page, 'ja')
    await until(page, '/item/5?delay=1#here')
    await hydrated(page)
    expect(await languageOf(page)).toBe('ja')
    await page.locator(`nav a[href="${encodeURI('/開始')}"]`).click()
    await until(page, '/開始')
    await page.goto('/anfang')
    expect(urlOf(page)).toBe('/開始')
    await hydrated(page)
    await choose(page, 'en')
    await until(page, '/start')
    expect(await languageOf(page)).toBe('en')
  })

  it('a page in two languages at one URL is each in its own, also from the cache', async () => {
    const page = await openIn('/atlas', 'en')
    await choose(page, 'ar')
    await page.waitForFunction(() => document.documentElement.lang === 'ar')
    expect(urlOf(page)).toBe('/atlas')
    await hydrated(page)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    await page.reload()
    await hydrated(page)
    expect(await languageOf(page)).toBe('ar')
  })

  it('a URL that names a language is left to the server', async () => {
    const page = await openIn('/start', 'en')
    await navigate(page, '/de/item/4')
    await until(page, '/ware/4')
    expect(await isAlive(page)).toBe(false)
    expect(await languageOf(page)).toBe('de')
  })

  it('a visitor without JavaScript can choose a language', async () => {
    const page = await newPage({ baseURL: server.origin, locale: 'en', javaScriptEnabled: false })
    await page.goto('/start')
    await choose(page, 'de')
    await until(page, '/anfang')
    expect(await languageOf(page)).toBe('de')
  })
})
