import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '#tests/harness/axe.ts'
import { NARROW, newPage, open, reopen, WIDE } from '#tests/harness/page.ts'
import {
  expectKept,
  expectOpen,
  openOver,
  expectPage,
  focusedHref,
  follow,
  followInside,
  markPage,
} from '#tests/application/browser/opened.ts'

describe('the dialog', () => {
  const gallery = '/gallery'
  const photo = (id: number) => `/photo/${id}`

  it('stays open when the choice of a file inside is cancelled', async () => {
    const page = await reopen(gallery)
    await openOver(page, photo(3), /3/)
    await page.locator('dialog').evaluate((dialog) => {
      const field = dialog.appendChild(document.createElement('input'))
      field.type = 'file'
      field.dispatchEvent(new Event('cancel', { bubbles: true }))
    })
    await page.waitForTimeout(300)
    await expectOpen(page, photo(3), /3/)
  })

  it('is modal, named by its heading, has the focus, and gives the document its title', async () => {
    const page = await reopen(gallery)
    const title = await page.title()
    await openOver(page, photo(3), /3/)
    const dialog = page.locator('dialog')
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
    const heading = await dialog.locator('h1').innerText()
    await page.getByRole('dialog', { name: heading, exact: true }).waitFor()
    expect(await page.title()).toContain(heading)
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    // Inert: nothing of the page underneath takes the focus, however far the Tab key goes.
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') ?? null)).toBe(null)
    }
    await followInside(page, photo(4))
    await expectOpen(page, photo(4), /4/)
    await page.getByRole('dialog', { name: await dialog.locator('h1').innerText(), exact: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('dialog h1'))
    expect(await page.title()).toMatch(/4/)
    await page.keyboard.press('Escape')
    await expectPage(page, gallery)
    expect(await page.title()).toBe(title)
    expect(await focusedHref(page)).toBe(photo(3))
  })
})

// Arabic has a prefix and the other direction.
describe.each(['', '/ar'])('the dialog (%s)', (prefix) => {
  it('has its button at the end of the line, and passes axe-core, in light and dark, wide and narrow', async () => {
    const page = await reopen(`${prefix}/gallery`)
    await openOver(page, `${prefix}/photo/3`, /3/)
    const [box, button] = await Promise.all([
      page.locator('dialog').boundingBox(),
      page.locator('dialog button[aria-label]').boundingBox(),
    ])
    const [left, right] = [(button?.x ?? 0) - (box?.x ?? 0), (box?.x ?? 0) + (box?.width ?? 0) - (button?.x ?? 0)]
    expect(prefix === '/ar' ? left < right : right < left).toBe(true)
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await barriers(page), `${colorScheme} at ${viewport.width} px`).toEqual([])
      }
    }
    expect(await page.evaluate(() => document.querySelector('dialog')?.scrollWidth)).toBeLessThanOrEqual(NARROW.width)
  })
})

describe('opening and closing quickly', () => {
  const prefix = '/de'
  const gallery = `${prefix}/gallery`

  it('leaves the dialog where the last step leads', async () => {
    const page = await reopen(gallery)
    await markPage(page)
    for (let round = 0; round < 6; round += 1) {
      await follow(page, `${prefix}/photo/${round + 1}`)
      // Sometimes before it is there, sometimes after.
      if (round % 2 === 0) await page.locator('dialog').waitFor()
      await page.evaluate(() => history.back())
      await page.waitForURL((url) => url.pathname === gallery)
    }
    await expectPage(page, gallery)
    await follow(page, `${prefix}/photo/3`)
    await openOver(page, `${prefix}/photo/3`, /3/)
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape')
    await expectPage(page, gallery)
    await expectKept(page)
    await page.goForward()
    await expectOpen(page, `${prefix}/photo/3`, /3/)
    await page.evaluate(() => {
      history.back()
      setTimeout(() => history.forward(), 30)
    })
    await page.waitForTimeout(300)
    await expectOpen(page, `${prefix}/photo/3`, /3/)
    await expectKept(page)
  })
})

describe('with motion', () => {
  it('the dialog slides in, and changes and closes in a View Transition', async () => {
    const page = await open('/gallery', { reducedMotion: 'no-preference' })
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      Object.assign(window, { transitions: 0 })
      document.startViewTransition = (...options) => {
        ;(window as unknown as { transitions: number }).transitions += 1
        return start(...options)
      }
    })
    const transitions = () => page.evaluate(() => (window as unknown as { transitions: number }).transitions)
    await openOver(page, '/photo/3', /3/)
    expect(await page.locator('dialog').evaluate((dialog) => getComputedStyle(dialog).animationName)).not.toBe('none')
    expect(await transitions()).toBe(0)
    await followInside(page, '/photo/4')
    await expectOpen(page, '/photo/4', /4/)
    expect(await transitions()).toBe(1)
    await page.keyboard.press('Escape')
    await expectPage(page, '/gallery')
    expect(await transitions()).toBe(2)
  })
})

describe('a click while the sheet moves', () => {
  /** Clicks a link where it is now: Playwright would wait until it stands still. */
  async function clickNow(page: Page, link: string): Promise<void> {
    const box = await page.locator(link).boundingBox()
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  }

  it('works: inside a sheet that opens or changes, and on the page when one closes', async () => {
    const page = await open('/gallery', { reducedMotion: 'no-preference' })
    await page.evaluate(() => document.documentElement.style.setProperty('--motion', '3s'))
    await openOver(page, '/photo/3', /3/)
    for (const id of [4, 5, 6]) {
      await clickNow(page, `dialog[open] a[href="/photo/${id}"]`)
      await expectOpen(page, `/photo/${id}`, new RegExp(`${id}`))
    }
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await clickNow(page, 'main a[href="/photo/2"]')
    await expectOpen(page, '/photo/2', /2/)
  })
})

describe('without JavaScript', () => {
  it('a photo is a page', async () => {
    const page = await newPage({ javaScriptEnabled: false })
    await page.goto('/de/gallery')
    await page.locator('main a[href="/de/photo/3"]').click()
    await expectPage(page, '/de/photo/3', /3/)
    expect(await page.locator('dialog').count()).toBe(0)
  })
})
