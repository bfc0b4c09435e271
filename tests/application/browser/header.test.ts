import type { RouterHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { choose } from '#tests/harness/controls.ts'
import { open, reopen } from '#tests/harness/page.ts'
import { messageIn } from '#tests/application/message-in.ts'
import { watchThemes } from '#tests/application/browser/watch.ts'

describe('the skip link', () => {
  it('is the first stop of the Tab key, visible then, and leads to the content', async () => {
    const page = await reopen('/guide')
    await page.keyboard.press('Tab')
    const link = page.locator(':focus')
    expect(await link.getAttribute('href')).toMatch(/^#/)
    const box = await link.boundingBox()
    expect(box?.width).toBeGreaterThan(20)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => location.hash !== '' && document.querySelector('main:target, main :target') !== null,
    )
  })
})

describe('the language menu', () => {
  it('keeps the page and its search, and changes the direction', async () => {
    const page = await reopen('/guide?from=here')
    await choose(page, 'Language', 'العربية')
    await page.waitForURL((url) => url.pathname === '/ar/guide' && url.search === '?from=here')
    await page.waitForFunction(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar')
    await choose(page, messageIn('ar', 'shell', 'locale.label'), 'English')
    await page.waitForURL((url) => url.pathname === '/guide' && url.search === '?from=here')
    await page.waitForFunction(() => document.documentElement.dir === 'ltr' && document.documentElement.lang === 'en')
  })

  it('remembers a language only if the page lets the visitor go', async () => {
    const page = await reopen('/guide')
    const chosen = async () => (await page.context().cookies()).find(({ name }) => name === 'NEXT_LOCALE')?.value
    await page.evaluate(() => {
      const history = window.__TSR_ROUTER__?.history as RouterHistory | undefined
      const blockerFn = () => true
      Object.assign(window, { unblock: history?.block({ blockerFn, enableBeforeUnload: false }) })
    })
    await choose(page, 'Language', 'Deutsch')
    await page.waitForTimeout(300)
    expect([new URL(page.url()).pathname, await chosen()]).toEqual(['/guide', undefined])
    await page.evaluate(() => (window as unknown as { unblock: () => void }).unblock())
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await chosen()).toBe(undefined)
    await choose(page, 'Language', 'Deutsch')
    await page.waitForURL((url) => url.pathname === '/de')
    expect(await chosen()).toBe('de')
  })
})

describe('the theme', () => {
  it('is applied from the first paint of the next document, until the system is chosen again', async () => {
    const page = await open('/', { colorScheme: 'light' })
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await background()
    await choose(page, 'Colours', 'Dark')
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark')
    const dark = await background()
    expect(dark).not.toBe(light)

    const themes = await watchThemes(page)
    const response = await page.reload()
    expect(await response?.text()).toMatch(/<html[^>]* data-theme="dark"/)
    await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).length > 0)
    expect(await themes()).toEqual(['dark'])
    expect(await background()).toBe(dark)

    // It follows the system again when that is chosen.
    await choose(page, 'Colours', 'System')
    await page.waitForFunction(() => document.documentElement.dataset.theme === undefined)
    expect((await page.context().cookies()).filter(({ name, value }) => name === 'theme' && value !== '')).toEqual([])
  })
})
