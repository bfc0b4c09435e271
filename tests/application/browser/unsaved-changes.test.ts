import type { RouterHistory } from '@tanstack/react-router'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers } from '#tests/harness/axe.ts'
import { open, reopen } from '#tests/harness/page.ts'
import { expectOpen, expectPage, openOver } from '#tests/application/browser/opened.ts'
import { goTo, navigate } from '#tests/application/browser/watch.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const text = (page: Page) => page.getByLabel('Text')
const link = (page: Page, name: string) => page.locator('main').getByRole('link', { name, exact: true })
const press = (page: Page, name: 'Stay' | 'Leave') => question(page).getByRole('button', { name }).click()
const path = (page: Page) => page.evaluate(() => location.pathname + location.search)

/** A step back or forward is undone after the answer. */
async function expectStayed(page: Page): Promise<void> {
  await expect.poll(() => path(page)).toBe('/unsaved')
  expect(await text(page).inputValue()).toBe('not saved')
}

/** Opens the page after another one, and writes into it. */
async function write(from = '/members'): Promise<Page> {
  const page = await open(from)
  await navigate(page, '/unsaved')
  await text(page).fill('not saved')
  return page
}

const WAYS: [name: string, leave: (page: Page) => Promise<unknown>, to: string][] = [
  ['a link', (page) => link(page, 'Start').click(), '/start'],
  ['a link that redirects', (page) => link(page, 'Redirected').click(), '/start'],
  ['a navigation', (page) => navigate(page, '/crew'), '/crew'],
  ['Back', (page) => page.evaluate(() => history.back()), '/members'],
  [
    'a navigation to a document',
    (page) => page.evaluate(() => void window.__TSR_ROUTER__?.navigate({ href: '/start', reloadDocument: true })),
    '/start',
  ],
]

describe('a page with unsaved changes', () => {
  it.each(WAYS)('is left by %s once the visitor agrees, who is asked once', async (_, leave, to) => {
    const page = await write()
    await leave(page)
    await question(page).waitFor()
    await press(page, 'Stay')
    await question(page).waitFor({ state: 'detached' })
    await expectStayed(page)

    await leave(page)
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })
    await expectStayed(page)

    await leave(page)
    await press(page, 'Leave')
    await page.waitForURL(`**${to}`)
    await text(page).waitFor({ state: 'detached' })
    expect(await question(page).count()).toBe(0)
    // Back, it has lost the text, and nothing is asked.
    if (to !== '/members') await page.goBack()
    else await page.goForward()
    await expect.poll(() => text(page).inputValue()).toBe('')
    await link(page, 'Start').click()
    await page.waitForURL('**/start')
  })

  it('gets the question of the browser where its document goes away', async () => {
    const page = await write()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await link(page, 'Start as a document').click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expectStayed(page)
    await text(page).fill('')
    await link(page, 'Start as a document').click()
    await page.waitForURL('**/start')
    expect(asked).toHaveLength(1)
  })

  it('is not asked about by a link to another application, such as a mail or telephone link', async () => {
    const page = await write()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate(() => {
      const html = '<a href="mailto:x@example.org">Mail</a> <a href="tel:+10">Call</a>'
      document.querySelector('main')?.insertAdjacentHTML('beforeend', html)
    })
    for (const name of ['Mail', 'Call']) {
      // oxlint-disable-next-line typescript/no-deprecated -- the browser begins a navigation that never commits
      await link(page, name).click({ noWaitAfter: true })
    }
    await page.evaluate(() => void (location.href = 'mailto:x@example.org'))
    await expectStayed(page)
    expect(asked).toEqual([])
    await link(page, 'Start as a document').click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
  })

  it.each([
    ['a link of the router', 'Part'],
    ['a plain anchor', 'Anchor'],
  ])('scrolls to the hash that it shows when %s is clicked again', async (_, name) => {
    const page = await write()
    await page.setViewportSize({ width: 800, height: 300 })
    await page.evaluate(() => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a href="#part">Anchor</a>')
      document.querySelector<HTMLElement>('#part')?.style.setProperty('margin', '600px 0')
    })
    for (let click = 0; click < 3; click += 1) {
      await page.evaluate(() => window.scrollTo(0, 0))
      // A click by the mouse would scroll to the link.
      await link(page, name).evaluate((element: HTMLElement) => element.click())
      await page.waitForFunction(() => location.hash === '#part' && scrollY > 300)
      // The position counts a frame later.
      await page.waitForTimeout(200)
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
    }
  })

  it('moves the focus to the hash that it shows, after a blocker that takes its time', async () => {
    const page = await write()
    await link(page, 'Part').click()
    await page.waitForFunction(() => document.activeElement?.id === 'part')
    await text(page).focus()
    await page.evaluate(() => {
      const { history } = window.__TSR_ROUTER__ as unknown as { history: RouterHistory }
      const blockerFn = () => new Promise<boolean>((resolve) => requestAnimationFrame(() => resolve(false)))
      history.block({ blockerFn, enableBeforeUnload: false })
      // Another state adds an entry, which blockers are asked about.
      void window.__TSR_ROUTER__?.navigate({ to: '.', hash: 'part', state: { again: true } as never })
    })
    await page.waitForFunction(() => document.activeElement?.id === 'part')
  })

  it('is not loaded again by a second click on a plain anchor, whatever blocks', async () => {
    const page = await open('/unsaved')
    await page.getByTestId('inspector').waitFor()
    const click = () =>
      page.evaluate(() => {
        const anchor = Object.assign(document.createElement('a'), { href: '#part' })
        document.body.append(anchor)
        anchor.click()
      })
    await click()
    await page.waitForURL('**/unsaved#part')
    await page.evaluate(() => {
      window.alive = true
      const { history } = window.__TSR_ROUTER__ as unknown as { history: RouterHistory }
      history.block({ blockerFn: () => true, enableBeforeUnload: false })
    })
    await click()
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => window.alive)).toBe(true)
  })

  it('stays, unasked, for search params, a hash, another language and what opens over it', async () => {
    const page = await write()
    await link(page, 'Tab').click()
    await page.waitForURL('**/unsaved?tab=two')
    await link(page, 'Part').click()
    await page.waitForURL('**/unsaved#part')
    await page.goBack()
    await page.waitForURL('**/unsaved?tab=two')
    await openOver(page, '/photo/3', /3/)
    await page.keyboard.press('Escape')
    await expectPage(page, '/unsaved?tab=two')
    await goTo(page, '/de/unsaved')
    await page.waitForURL('**/de/unsaved')
    expect(await text(page).inputValue()).toBe('not saved')
    expect(await question(page).count()).toBe(0)
  })

  it('is asked about again while the first question closes', async () => {
    const page = await write()
    await link(page, 'Start').click()
    await question(page).getByRole('button', { name: 'Stay' }).waitFor()
    await question(page).evaluate((dialog: HTMLDialogElement) => {
      dialog.close()
      void window.__TSR_ROUTER__?.navigate({ href: '/crew' })
    })
    await press(page, 'Leave')
    await page.waitForURL('**/crew')
  })

  it.each<[steps: number[], to: string]>([
    [[-3], '/crew'],
    [[-2, -1], '/crew'],
    [[-2, -1, -1], '/start'],
  ])('is asked about for the steps %j, and none or all are taken', async (steps, to) => {
    const page = await open('/start')
    // Each page is shown before the next: one that was never seen is not in the history.
    for (const name of ['Crew', 'Members', 'Unsaved']) {
      await navigate(page, `/${name.toLowerCase()}`)
      await page.getByRole('heading', { level: 1, name }).waitFor()
    }
    // A plain anchor makes an entry of the same page.
    await page.evaluate(() => void (location.hash = 'more'))
    await text(page).fill('not saved')
    const leave = async () => {
      for (const step of steps) {
        await page.evaluate((by) => history.go(by), step)
        await page.waitForTimeout(100)
      }
      await question(page).waitFor()
    }
    await leave()
    await press(page, 'Stay')
    await question(page).waitFor({ state: 'detached' })
    await page.waitForURL('**/unsaved#more')
    await expectStayed(page)
    await leave()
    await press(page, 'Leave')
    await page.waitForURL(`**${to}`)
    await text(page).waitFor({ state: 'detached' })
    await page.goForward()
    await page.waitForURL(to === '/start' ? '**/crew' : '**/members')
    expect(await question(page).count()).toBe(0)
  })

  it('is not asked about any more by a visitor who steps back to it', async () => {
    const page = await write()
    await page.evaluate(() => history.back())
    await question(page).waitFor()
    await page.evaluate(() => history.forward())
    await question(page).waitFor({ state: 'detached' })
    await expectStayed(page)
  })

  it('is asked about from what is open over it', async () => {
    const page = await write()
    await openOver(page, '/photo/3', /3/)
    await navigate(page, '/start')
    await press(page, 'Stay')
    await expectOpen(page, '/photo/3', /3/)
    await navigate(page, '/start')
    await press(page, 'Leave')
    await page.waitForURL('**/start')
  })

  it('has a question without barriers', async () => {
    const page = await write()
    await link(page, 'Start').click()
    await question(page).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Stay')
    expect(await barriers(page)).toEqual([])
    await press(page, 'Stay')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Start')
  })
})

describe('a dialog with unsaved changes', () => {
  it.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['Back', (page: Page) => page.evaluate(() => history.back())],
    ['a link', (page: Page) => page.locator('dialog[open]').getByRole('link', { name: 'Start', exact: true }).click()],
  ])('is closed by %s once the visitor agrees', async (way, leave) => {
    const page = await reopen('/gallery')
    await link(page, 'Unsaved').click()
    await expectOpen(page, '/unsaved', /Unsaved/)
    await text(page).fill('not saved')
    await leave(page)
    await press(page, 'Stay')
    await expectStayed(page)
    await page.waitForTimeout(1_100)
    await leave(page)
    await press(page, 'Leave')
    await page.waitForURL(way === 'a link' ? '**/start' : '**/gallery')
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
  })
})
