import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApplicationBeside } from '#tests/application/build.ts'
import { navigate } from '#tests/application/browser/watch.ts'
import { isAlive } from '#tests/fairlead/rules/rules-page.ts'
import { type OldApplication, startOldApplication } from '#tests/harness/old-application.ts'
import { hydrated, open } from '#tests/harness/page.ts'
import { withServer } from '#tests/harness/with-server.ts'

let old: OldApplication
beforeAll(async () => {
  old = await startOldApplication()
})
afterAll(() => old.stop())
beforeEach(() => void old.requests.splice(0))

const server = withServer(async () => ({
  cwd: await buildApplicationBeside(),
  env: { BESIDE_ORIGIN: old.origin, BESIDE_KEEP: '/photo/*' },
}))

/** Opens a page of this application, and adds plain links to it, as authors write them to pages that have no route. */
async function openStart(path = '/start'): Promise<Page> {
  const page = await open(path, { baseURL: server.origin })
  await page.evaluate(() => {
    window.alive = true
    const links = ['/old/one', '/old/out?sure=yes'].map((href) => `<a href="${href}">${href}</a>`)
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'afterbegin',
        links.join(' ').replace('<a href="/old/out', '<a rel="nofollow" href="/old/out'),
      )
  })
  return page
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const pathOf = (page: Page): string => new URL(page.url()).pathname

describe('a page of the old application is loaded as a document', () => {
  it.each([
    ['by a link to a page that it keeps', (page: Page) => page.locator('main a[href="/photo/1"]').first().click()],
    ['by a plain link', (page: Page) => page.locator('a[href="/old/one"]').click()],
    ['by a navigation to a path that has no route', (page: Page) => navigate(page, '/old/one')],
    ['by one below the prefix of a language', (page: Page) => navigate(page, '/de/docs/new')],
  ])('%s', async (_, follow) => {
    const page = await openStart()
    await follow(page)
    await page.waitForURL(/\/(?:photo|old|de)\//)
    await page.waitForLoadState()
    await heading(page, 'Old page')
    expect(await isAlive(page)).toBe(false)
  })

  it('a shared path is asked of the server, which knows the side', async () => {
    const page = await openStart()
    await page.context().addCookies([{ name: 'beside', value: '99', url: server.origin }])
    await page.locator('main a[href="/item/1"]').first().click()
    await heading(page, 'Old page')
    await page.context().addCookies([{ name: 'beside', value: '0', url: server.origin }])
    await page.goto('/start')
    await hydrated(page)
    await page.locator('main a[href="/item/1"]').first().click()
    await heading(page, 'Item 1')
  })

  it('a page of this application needs no document', async () => {
    const page = await openStart()
    await navigate(page, '/board')
    await page.waitForURL('**/board')
    expect(await isAlive(page)).toBe(true)
    expect(old.requests).toEqual([])
  })
})

describe('before the click', () => {
  it.each([
    ['a page that is rendered', '/start'],
    ['a page that all visitors share', '/atlas'],
  ])('a link of %s has its document prefetched when it is hovered, once', async (_, path) => {
    const page = await openStart(path)
    const link = page.locator('a[href="/old/one"]')
    await link.hover()
    await expect.poll(() => old.requests).toEqual(['GET /old/one'])
    await page.mouse.move(0, 0)
    await link.hover()
    await link.click()
    await heading(page, 'Old page')
    expect(old.requests).toEqual(['GET /old/one'])
  })

  it('a link to a page that the old application keeps has its document prefetched too', async () => {
    const page = await openStart()
    await page.locator('main a[href="/photo/1"]').first().hover()
    await expect.poll(() => old.requests).toEqual(['GET /photo/1'])
  })

  it('a link that changes something is not prefetched', async () => {
    const page = await openStart()
    await page.locator('a[href^="/old/out"]').hover()
    // The next link's prefetch comes after it would have come.
    await page.locator('a[href="/old/one"]').hover()
    await expect.poll(() => old.requests).toEqual(['GET /old/one'])
  })
})

describe('a step back', () => {
  it('finds the old page where it was left, and the new one too', async () => {
    const page = await openStart()
    await page.goto('/old/one')
    await page.locator('#end').scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(1_000)
    await page.locator('#end').click()
    await page.waitForURL('**/old/two')
    await page.goBack()
    await page.waitForURL('**/old/one')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
    await page.locator('#new').evaluate((link: HTMLAnchorElement) => link.click())
    await page.waitForURL('**/start')
    await hydrated(page)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
    expect(pathOf(page)).toBe('/old/one')
    await page.goForward()
    await page.waitForURL('**/start')
    await hydrated(page)
  })
})
