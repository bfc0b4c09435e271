import { describe, expect, it } from 'vitest'
import { hydrated, NARROW, reopen, visit } from '#tests/harness/page.ts'
import {
  expectKept,
  expectOpen,
  openOver,
  expectPage,
  focusedHref,
  follow,
  followInside,
  markPage,
  pageStamp,
  scrollTop,
  waysToClose,
} from '#tests/application/browser/opened.ts'
import { scrollTo } from '#tests/application/browser/watch.ts'

const PHOTO = /(Photo|Foto) \d+/

// Under a prefix, where a URL has to be translated as well.
describe('a photo that is opened from a page', () => {
  const [gallery, feed, start] = ['/de/gallery', '/de/feed', '/de/start']
  const photo = (id: number) => `/de/photo/${id}`

  it('has its own URL, and the page keeps its state, scroll position and data', async () => {
    const page = await reopen(feed, { viewport: NARROW })
    await page.getByRole('textbox').fill('kept')
    await markPage(page)
    const stamp = await pageStamp(page)
    await scrollTo(page, 300)
    await openOver(page, photo(22), PHOTO)
    expect(await scrollTop(page)).toBe(300)
    expect(await page.locator('main input').inputValue()).toBe('kept')
    await expectKept(page)
    await page.goBack()
    await expectPage(page, feed)
    expect(await scrollTop(page)).toBe(300)
    expect(await page.locator('main input').inputValue()).toBe('kept')
    expect(await focusedHref(page)).toBe(photo(22))
    expect(await pageStamp(page)).toBe(stamp)
    await expectKept(page)
  })

  it('is the full page after a reload; back gives the page underneath, forward the full page', async () => {
    const page = await reopen(gallery)
    await openOver(page, photo(3), PHOTO)
    await page.reload()
    await hydrated(page)
    await expectPage(page, photo(3), PHOTO)
    await page.goBack()
    await expectPage(page, gallery, /Gallery|Galerie/)
    await page.goForward()
    await expectPage(page, photo(3), PHOTO)
  })

  it('is the full page at its URL, and in a new tab', async () => {
    const page = await reopen(photo(3))
    await expectPage(page, photo(3), PHOTO)
    await visit(page, gallery)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator(`main a[href="${photo(4)}"]`).click({ modifiers: ['ControlOrMeta'] }),
    ])
    await expectPage(tab, photo(4), PHOTO)
    await tab.close()
    await expectPage(page, gallery)
  })

  it('stays open at a plain anchor, and closes to its page', async () => {
    const page = await reopen(gallery)
    await openOver(page, photo(3), /3/)
    await page.evaluate(() => void (location.hash = 'detail'))
    await page.waitForURL(`**${photo(3)}#detail`)
    await page.waitForTimeout(300)
    expect(await page.locator('dialog[open] h1').filter({ hasText: /3/ }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await expectPage(page, gallery)
  })

  it('is replaced by the next photo over the same page', async () => {
    const page = await reopen(gallery)
    await markPage(page)
    const stamp = await pageStamp(page)
    await openOver(page, photo(3), /3/)
    await followInside(page, photo(4))
    await expectOpen(page, photo(4), /4/)
    await page.goBack()
    await expectOpen(page, photo(3), /3/)
    await page.goForward()
    await expectOpen(page, photo(4), /4/)
    await page.keyboard.press('Escape')
    await expectPage(page, gallery)
    expect(await pageStamp(page)).toBe(stamp)
    expect(await focusedHref(page)).toBe(photo(3))
    await expectKept(page)
  })

  it('closes when a link inside leads elsewhere, and is open again when that is undone', async () => {
    const page = await reopen(gallery)
    await openOver(page, photo(3), PHOTO)
    await followInside(page, start)
    await expectPage(page, start, /^Start$/)
    await page.goBack()
    await expectOpen(page, photo(3), PHOTO)
    expect(await page.locator('main h1').innerText()).toMatch(/Gallery|Galerie/)
    await page.goForward()
    await expectPage(page, start, /^Start$/)
  })

  it('closes when a link inside leads to the page underneath, which stays mounted', async () => {
    const page = await reopen(gallery, { viewport: NARROW })
    await markPage(page)
    const stamp = await pageStamp(page)
    await scrollTo(page, 300)
    await openOver(page, photo(3), PHOTO)
    await followInside(page, gallery)
    await expectPage(page, gallery)
    await expectKept(page)
    expect(await pageStamp(page)).toBe(stamp)
    expect(await scrollTop(page)).toBe(300)
    await page.goBack()
    await expectOpen(page, photo(3), PHOTO)
    await page.goBack()
    await expectPage(page, gallery)
    await expectKept(page)
  })

  it('closes to the page above it when the page underneath is no longer in the history', async () => {
    const page = await reopen(gallery)
    const { length } = await page.evaluate(() => ({ length: history.length }))
    await page.evaluate((href) => {
      type Router = { navigate: (options: { href: string; replace: boolean }) => unknown }
      return (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href, replace: true })
    }, photo(3))
    await expectOpen(page, photo(3), PHOTO)
    await page.keyboard.press('Escape')
    await expectPage(page, '/de', /^Front$/)
    expect(await page.evaluate(() => history.length)).toBe(length)
  })

  it('is a page of its own when it is reached from elsewhere', async () => {
    const page = await reopen(start)
    await follow(page, photo(1))
    await expectPage(page, photo(1), PHOTO)
    await follow(page, photo(2))
    await expectPage(page, photo(2), /2/)
  })
})

describe('a photo that is opened from a page without a prefix', () => {
  it.each(Object.entries(waysToClose))('closes by %s, which goes back in the history', async (_, close) => {
    const page = await reopen('/gallery')
    await markPage(page)
    const { length } = await page.evaluate(() => ({ length: history.length }))
    await openOver(page, '/photo/3', PHOTO)
    await close(page)
    await expectPage(page, '/gallery')
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    expect(await focusedHref(page)).toBe('/photo/3')
    await expectKept(page)
    await page.goForward()
    await expectOpen(page, '/photo/3', PHOTO)
  })
})
