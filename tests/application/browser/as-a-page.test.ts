import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, newPage, reopen, visit } from '#tests/harness/page.ts'
import { follow, focusedHref } from '#tests/application/browser/opened.ts'

/** Where the same component is shown: as a page, in a dialog over a page, and in a slot of one. */
const PLACES = {
  'a page': { start: '/ware/1', link: undefined, path: '/ware/1', root: 'main' },
  'a dialog': { start: '/chandlery', link: '/ware/1', path: '/ware/1', root: 'dialog[open]' },
  'a slot': {
    start: '/chandlery',
    link: '/chandlery/counter/1',
    path: '/chandlery/counter/1',
    root: '[data-testid=counter]',
  },
} as const

type Shown = { page: Page; root: Locator; hasPage: boolean; path: string }

/** Shows a ware in a place; the page around or underneath it has a text that was typed. */
async function show({ start, link, path, root }: (typeof PLACES)[keyof typeof PLACES]): Promise<Shown> {
  const page = await reopen(start)
  if (link) {
    await page.getByLabel('Search').fill('typed')
    await follow(page, link)
  }
  await page.locator(root).getByText(/^Ahoy/).waitFor()
  return { page, root: page.locator(root), hasPage: link !== undefined, path }
}

const isTyped = async ({ page, hasPage }: Shown) =>
  !hasPage || (await page.locator('main').getByLabel('Search').inputValue()) === 'typed'

const stampOf = ({ page, hasPage }: Shown) => (hasPage ? page.getByTestId('page-stamp').innerText() : undefined)

const urlOf = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)

/** Pixels from the top of the window or of the dialog to an element. */
const distance = (root: Locator, selector: string) =>
  root.locator(selector).evaluate((element) => {
    const top = element.closest('dialog')?.getBoundingClientRect().top ?? 0
    return Math.round(element.getBoundingClientRect().top - top)
  })

const sorted = (root: Locator, sort: string) => root.getByTestId('sort').filter({ hasText: sort }).waitFor()

async function order(shown: Shown, form: string, end?: string): Promise<string> {
  const text = `${form} ${end} ${crypto.randomUUID()}`
  const { root } = shown
  await root.getByLabel(form, { exact: true }).fill(text)
  if (end) await root.getByLabel(`${form}: ${end}`).check()
  await root.getByRole('button', { name: `Send ${form}` }).click()
  return text
}

describe.each(Object.entries(PLACES))('in %s', (_, place) => {
  it('search params change what is shown, and leave the focus where it is', async () => {
    const { page, root, path } = await show(place)
    const length = await page.evaluate(() => history.length)
    await root.getByRole('link', { name: 'By price' }).click()
    await sorted(root, 'price')
    await expect.poll(() => root.getByRole('link', { name: 'By price' }).getAttribute('aria-current')).toBe('page')
    expect(await focusedHref(page)).toBe(`${path}?sort=price`)
    await root.getByRole('button', { name: 'By size' }).click()
    await sorted(root, 'size')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('By size')
    expect(await page.evaluate(() => history.length)).toBe(length + 2)
    // In place of the entry.
    await root.getByRole('link', { name: 'By name' }).click()
    await sorted(root, 'name')
    expect(await page.evaluate(() => history.length)).toBe(length + 2)
    await page.goBack()
    await sorted(root, 'price')
    expect(await urlOf(page)).toBe(`${path}?sort=price`)
  })

  it('a link with a hash scrolls and moves the focus, each time, and Back returns to the link', async () => {
    const { page, root, path } = await show(place)
    const away = await distance(root, '#reviews')
    expect(away).toBeGreaterThan(800)
    const link = root.getByRole('link', { name: 'To the reviews' })
    await link.click()
    await expect.poll(() => distance(root, '#reviews')).toBeLessThan(100)
    await page.waitForFunction(() => document.activeElement?.id === 'reviews')
    expect(await urlOf(page)).toBe(`${path}#reviews`)
    await link.focus()
    await expect.poll(() => distance(root, '#reviews')).toBeGreaterThan(100)
    await link.click()
    await expect.poll(() => distance(root, '#reviews')).toBeLessThan(100)
    await page.goBack()
    await expect.poll(() => urlOf(page)).toBe(path)
    await expect.poll(() => distance(root, '#reviews')).toBeGreaterThan(800)
    await root.getByRole('link', { name: 'Reviewed by age' }).click()
    await sorted(root, 'age')
    expect(await distance(root, '#reviews')).toBeGreaterThan(800)
  })

  it('a masked link shows its mask in the address bar', async () => {
    const { page, root } = await show(place)
    await root.getByRole('link', { name: 'By weight' }).click()
    await sorted(root, 'weight')
    expect(await urlOf(page)).toBe('/start')
    await page.goBack()
    await root.getByTestId('sort').filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
  })

  it.each(['All', 'Named'])('a form that invalidates "%s" renews it and the page around it', async (form) => {
    const shown = await show(place)
    const stamp = await stampOf(shown)
    const title = await shown.page.title()
    const text = await order(shown, form)
    await shown.root.getByText(text).waitFor()
    if (!shown.hasPage) return
    await shown.page.getByTestId('list').getByText(text).waitFor()
    await expect.poll(() => stampOf(shown)).not.toBe(stamp)
    expect(await isTyped(shown)).toBe(true)
    if (place.root === 'dialog[open]') expect(await shown.page.title()).toBe(title)
  })

  it.each(['All', 'Named'].flatMap((form) => ['list', 'moved'].map((end): [string, string] => [form, end])))(
    'a form that invalidates "%s" and leads to the page around it (%s) renews that page',
    async (form, end) => {
      const shown = await show(place)
      const stamp = await stampOf(shown)
      const text = await order(shown, form, end)
      await shown.page.waitForURL('**/chandlery')
      await shown.page.getByTestId('list').getByText(text).waitFor()
      await expect.poll(() => stampOf({ ...shown, hasPage: true })).not.toBe(stamp)
      expect(await isTyped(shown)).toBe(true)
    },
  )

  it('a form whose handler finds nothing is replaced by the not-found page', async () => {
    const shown = await show(place)
    expectFault(shown.page, /404/)
    await order(shown, 'All', 'missing')
    await shown.root.getByText('404', { exact: true }).waitFor()
    expect(await isTyped(shown)).toBe(true)
  })

  it('notFound() while rendering shows the not-found page in place of the target', async () => {
    const shown = await show(place)
    const { page, root, hasPage } = shown
    await root.getByRole('button', { name: 'Lose', exact: true }).click()
    await root.getByText('404', { exact: true }).waitFor()
    expect(await isTyped(shown)).toBe(true)
    if (!hasPage) return
    await page.goBack()
    await page.waitForURL('**/chandlery')
    await root.getByText('404', { exact: true }).waitFor({ state: 'detached' })
    expect(await isTyped(shown)).toBe(true)
  })

  it('invalidate() of a router renews its own page and the page around it', async () => {
    const shown = await show(place)
    const stamp = await stampOf(shown)
    const renewed = shown.page.waitForResponse((response) => response.url().includes('/_serverFn/'))
    await shown.root.getByRole('button', { name: 'Renew' }).click()
    await renewed
    if (shown.hasPage) await expect.poll(() => stampOf(shown)).not.toBe(stamp)
    expect(await isTyped(shown)).toBe(true)
  })

  it('a snapshot is there again on back', async () => {
    const { page, root } = await show(place)
    await root.getByLabel('Note').fill('kept')
    await root.getByRole('link', { name: 'By price' }).click()
    await sorted(root, 'price')
    await root.getByLabel('Note').fill('later')
    await page.goBack()
    await expect.poll(() => root.getByLabel('Note').inputValue()).toBe('kept')
  })
})

it('a form in a dialog that leads to another target renews the page underneath', async () => {
  const shown = await show(PLACES['a dialog'])
  const stamp = await stampOf(shown)
  const text = await order(shown, 'Named', 'next')
  await shown.root.getByRole('heading', { name: 'Ware 2' }).waitFor()
  await shown.page.getByTestId('list').getByText(text).waitFor()
  await expect.poll(() => stampOf(shown)).not.toBe(stamp)
})

it('a form in a dialog asks for nothing that only the dialog shows once it leads to the page underneath', async () => {
  const shown = await show(PLACES['a dialog'])
  const { page } = shown
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // A busy window shows a change late.
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const { update } = options as { update: () => unknown }
      return start(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await update()
      })
    }
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  const text = await order(shown, 'All', 'list')
  await page.getByTestId('list').getByText(text).waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => /ware[ +]1/.test(url))).toEqual([])
})

it('a link that has the focus again is prefetched only once the page shows what a form has changed', async () => {
  const shown = await show(PLACES['a dialog'])
  const { page } = shown
  await page.route('**/_serverFn/**', async (route) => {
    // Longer than the delay of a prefetch.
    if (route.request().method() === 'GET') await sleep(300)
    await route.fallback()
  })
  await page.evaluate(() => {
    const queue = globalThis.__FAIRLEAD_NAVIGATION__?.queue
    const list = document.querySelector('[data-testid=list]')
    const before = list?.textContent
    const shownAt: boolean[] = []
    Object.assign(window, { shownAt })
    queue?.subscribe(() => {
      if (queue.contents().running.some(({ target }) => target === '/ware/1'))
        shownAt.push(list?.textContent !== before)
    })
  })
  await order(shown, 'All', 'list')
  const isShown = () => page.evaluate(() => (window as unknown as { shownAt: boolean[] }).shownAt[0])
  await expect.poll(isShown).toBeDefined()
  expect(await isShown()).toBe(true)
})

it('a link with a hash opens the dialog at that part of its page', async () => {
  const page = await reopen('/chandlery')
  await page.getByRole('link', { name: 'Its reviews' }).click()
  const root = page.locator('dialog[open]')
  await root.getByText(/^Ahoy/).waitFor()
  await expect.poll(() => distance(root, '#reviews')).toBeLessThan(100)
})

it('the position in a dialog is kept by back and forward', async () => {
  const { page, root } = await show(PLACES['a dialog'])
  await root.evaluate((dialog) => void (dialog.scrollTop = 500))
  await page.goBack()
  await root.waitFor({ state: 'detached' })
  await page.goForward()
  await root.getByText(/^Ahoy/).waitFor()
  await expect.poll(() => root.evaluate((dialog) => Math.round(dialog.scrollTop))).toBe(500)
})

it.each(['a page', 'a dialog'] as const)('data that fails once is requested once more in %s', async (name) => {
  const page = await newPage()
  expectFault(page, /500/)
  await visit(page, name === 'a page' ? '/start' : '/gallery')
  let asked = 0
  await page.route('**/_serverFn/**', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 500, body: 'down' }) : route.continue()
  })
  await page.evaluate(() => void window.__TSR_ROUTER__?.navigate({ href: '/photo/3' }))
  await page
    .locator(name === 'a page' ? 'main' : 'dialog[open]')
    .getByRole('heading', { name: 'Photo 3' })
    .waitFor()
  expect(asked).toBe(2)
})
