import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectFault, newPage, open, visit } from '#tests/harness/page.ts'
import { itemLink, stampOf } from '#tests/application/browser/items.ts'
import { follow } from '#tests/application/browser/opened.ts'
import { navigate, watchChanges, watchDocuments } from '#tests/application/browser/watch.ts'

const NOTICE = /offline.*connection is back/

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: NOTICE })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const setOffline = async (page: Page, offline: boolean) => {
  await page.context().setOffline(offline)
  await page.waitForFunction((isOnline) => navigator.onLine === isOnline, !offline)
}

type Tab = { page: Page; documents: string[]; expectStays: () => Promise<void> }

/** A page on which a visitor has typed, in a tab that notes the documents that it requests. */
async function openFeed(): Promise<Tab> {
  const page = await newPage()
  await page.clock.install()
  expectFault(page, /net::|Failed to (fetch|load)|Unable to preload|failed:/)
  await visit(page, '/feed')
  await page.getByTestId('inspector').waitFor()
  await page.waitForLoadState('networkidle')
  const documents = watchDocuments(page)
  await page.getByLabel('Note').pressSequentially('ty')
  const expectStays = async () => {
    await notice(page).waitFor()
    // Longer than `pendingMs`, and than the limit of code.
    await page.clock.fastForward(4_500)
    await page.keyboard.type('p')
    expect(await page.getByLabel('Note').inputValue()).toBe('typ')
    expect(await heading(page, 'Feed').count()).toBe(1)
    expect(documents).toEqual([])
  }
  return { page, documents, expectStays }
}

describe('a navigation to a page that was not prefetched, while offline', () => {
  it.each([
    ['whose code is missing', '/start', 'Start'],
    ['with a pendingComponent', '/streamed', 'Calm seas'],
    ['in another language', '/de/start', 'Start'],
  ])('%s leaves the page and its text until the network is back, and then ends', async (_, to, name) => {
    const { page, expectStays } = await openFeed()
    await setOffline(page, true)
    await navigate(page, to)
    await expectStays()
    await setOffline(page, false)
    await heading(page, name).waitFor()
    expect(new URL(page.url()).pathname).toBe(to)
    await notice(page).waitFor({ state: 'detached' })
  })

  it.each([
    ['offline', async (page: Page) => setOffline(page, true), async (page: Page) => setOffline(page, false)],
    [
      'every request fails, and the browser does not notice',
      async (page: Page) => page.route('**/*', (route) => route.abort('connectionrefused')),
      async (page: Page) => page.unroute('**/*'),
    ],
  ])('ends without a document if only data is missing (%s)', async (_, lose, restore) => {
    const { page, documents, expectStays } = await openFeed()
    await navigate(page, '/item/1')
    await stampOf(page, 1)
    await page.goBack()
    await heading(page, 'Feed').waitFor()
    await page.getByLabel('Note').pressSequentially('ty')
    await lose(page)
    await navigate(page, '/item/3')
    await expectStays()
    await restore(page)
    await stampOf(page, 3)
    expect(documents).toEqual([])
  })

  it('waits when every request fails though the browser says that it is online', async () => {
    const { page, expectStays } = await openFeed()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await navigate(page, '/start')
    await expectStays()
    await page.unroute('**/*')
    await heading(page, 'Start').waitFor()
  })

  it('waits before the code of navigations has arrived', async () => {
    const page = await newPage()
    await page.clock.install()
    expectFault(page, /net::|Failed to (fetch|load)|failed:/)
    await page.route(/engine-core-/, (route) => route.abort('connectionrefused'))
    await visit(page, '/feed')
    await page.waitForLoadState('networkidle')
    await setOffline(page, true)
    await navigate(page, '/start')
    await notice(page).waitFor()
    // Longer than the limit of code.
    await page.clock.fastForward(4_500)
    expect(await heading(page, 'Feed').count()).toBe(1)
    await page.unroute(/engine-core-/)
    await setOffline(page, false)
    await heading(page, 'Start').waitFor()
  })

  it('gives way to a newer navigation, and to back', async () => {
    const page = await open('/links')
    expectFault(page, /net::|Failed to (fetch|load)|failed:/)
    await page.getByTestId('inspector').waitFor()
    await page.waitForLoadState('networkidle')
    const documents = watchDocuments(page)
    await setOffline(page, true)
    await navigate(page, '/item/5')
    await notice(page).waitFor()
    await page.goBack()
    await page.waitForURL('/links')
    await notice(page).waitFor({ state: 'detached' })
    await heading(page, 'Links').waitFor()
    await navigate(page, '/item/6')
    await notice(page).waitFor()
    await navigate(page, '/start')
    await setOffline(page, false)
    await heading(page, 'Start').waitFor()
    await page.waitForTimeout(1_000)
    expect(documents.filter((path) => path !== '/start')).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/start')
  })

  it('opens over the page once the network is back, or as a page', async () => {
    const { page, expectStays } = await openFeed()
    await setOffline(page, true)
    await follow(page, '/photo/22')
    await page.getByLabel('Note').focus()
    await expectStays()
    await setOffline(page, false)
    await heading(page, 'Photo 22').waitFor()
  })
})

describe('while offline', () => {
  it('prefetched pages and back work without a notice', async () => {
    const page = await newPage()
    expectFault(page, /net::|Failed to (fetch|load)|failed:/)
    await visit(page, '/links')
    await page.getByTestId('inspector').waitFor()
    const prefetched = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
    await itemLink(page, 3).hover()
    await prefetched
    await page.waitForLoadState('networkidle')
    const seen = await watchChanges(page, () => (document.querySelector('[role=alert]') ? 'notice' : 'none'))
    await setOffline(page, true)
    await itemLink(page, 3).click()
    await stampOf(page, 3)
    await page.goBack()
    await heading(page, 'Links').waitFor()
    await page.goForward()
    await stampOf(page, 3)
    expect(await seen()).toEqual(['none'])
  })

  /** Adds a link or a form that the browser follows, and returns the function that clicks it. */
  async function addNative(page: Page, kind: string): Promise<() => Promise<void>> {
    await page.evaluate((asked) => {
      const link = Object.assign(document.createElement('a'), { href: '/start', textContent: 'Native' })
      const form = Object.assign(document.createElement('form'), { action: '/start' })
      form.append(Object.assign(document.createElement('button'), { textContent: 'Native' }))
      document.querySelector('main')?.append(asked === 'link' ? link : form)
    }, kind)
    return () => page.getByText('Native').evaluate((element: HTMLElement) => element.click())
  }

  it.each(['link', 'form'])('a %s that is left to the browser waits', async (kind) => {
    const { page, documents, expectStays } = await openFeed()
    const click = await addNative(page, kind)
    await setOffline(page, true)
    await click()
    await expectStays()
    await setOffline(page, false)
    await heading(page, 'Start').waitFor()
    expect(documents).toEqual(['/start'])
  })

  it('a form that leads to no document in this tab does not wait', async () => {
    const { page } = await openFeed()
    await setOffline(page, true)
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<dialog><form method="dialog"><button>Close</button></form></dialog>',
      )
      document.querySelector('dialog')?.showModal()
    })
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('a link waits though the event `offline` has not come', async () => {
    const { page, documents, expectStays } = await openFeed()
    const click = await addNative(page, 'link')
    const pretend = (onLine: boolean) =>
      page.evaluate((isOnLine) => {
        Object.defineProperty(navigator, 'onLine', { value: isOnLine, configurable: true })
        if (isOnLine) dispatchEvent(new Event('online'))
      }, onLine)
    await pretend(false)
    await click()
    await expectStays()
    await pretend(true)
    await heading(page, 'Start').waitFor()
    expect(documents).toEqual(['/start'])
  })

  it('a link to another site is followed if only this one is out of reach', async () => {
    const { page } = await openFeed()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await page.route('https://other.example/**', (route) => route.fulfill({ body: 'Elsewhere' }))
    await navigate(page, '/start')
    await notice(page).waitFor()
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('a'), { href: 'https://other.example/', id: 'away' }))
      document.querySelector<HTMLElement>('#away')?.click()
    })
    await page.waitForURL('https://other.example/')
  })

  it('the page that is shown stays when it is loaded again', async () => {
    const { page, expectStays } = await openFeed()
    await setOffline(page, true)
    await page.evaluate(() => void window.__TSR_ROUTER__?.invalidate())
    await expectStays()
    await setOffline(page, false)
    await notice(page).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Note').inputValue()).toBe('typ')
  })
})
