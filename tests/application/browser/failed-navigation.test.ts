import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { siteName } from '#tests/application/app/site.ts'
import { expectFault, hydrated, newPage, open, reopen, visit } from '#tests/harness/page.ts'
import { openOver } from '#tests/application/browser/opened.ts'
import { clickItem, holdItems, itemOf, stampOf, watchItems } from '#tests/application/browser/items.ts'
import { hold, navigate, watchChanges, watchDocuments, watchReports } from '#tests/application/browser/watch.ts'

/** The links in a page that notes what it asks for, and every first heading that it shows. */
async function openLinks() {
  const page = await open('/links')
  const seen = { documents: watchDocuments(page), items: watchItems(page), reports: watchReports(page) }
  const noted: string[] = []
  await page.exposeFunction('note', (heading: string) => noted.push(heading))
  await page.evaluate(() => {
    const note = (window as unknown as { note: (heading: string) => void }).note
    const noteHeading = () => {
      if (document.querySelector('[role=progressbar]')) note('progress')
      note(document.querySelector('main h1')?.textContent ?? '')
    }
    new MutationObserver(noteHeading).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
  })
  return { page, seen, headings: () => [...new Set(noted)] }
}

/** Answers the calls that read item 3, the first `times` of them, as a failing server or network would. */
async function failCalls(page: Page, how: (route: Route) => Promise<void>, times = Infinity): Promise<void> {
  let left = times
  await page.route('**/_serverFn/**', (route) => {
    if (itemOf(route.request()) !== '3' || left <= 0) return route.fallback()
    left -= 1
    return how(route)
  })
}

const answer = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad</h1>' })

/** What else fails a call is in server-function-response.test.ts. */
const FAILURES: [name: string, how: (route: Route) => Promise<void>][] = [
  ['404', answer(404)],
  ['an aborted request', (route) => route.abort('connectionreset')],
]

describe('data that fails on a click', () => {
  it.each(FAILURES)('%s once is requested once more, without an error page', async (_, how) => {
    const { page, seen } = await openLinks()
    expectFault(page, /404|failed|net::/)
    await failCalls(page, how, 1)
    await clickItem(page, 3)
    await stampOf(page, 3)
    expect(seen).toMatchObject({ documents: [], items: [{ id: '3' }, { id: '3' }], reports: [] })
  })

  it.each(FAILURES)(
    '%s twice gives way to the document, and the page that was left stays until then',
    async (_, how) => {
      const { page, seen, headings } = await openLinks()
      expectFault(page, /404|failed|net::/)
      await failCalls(page, how)
      await clickItem(page, 3)
      await stampOf(page, 3)
      expect(seen).toMatchObject({ documents: ['/item/3'], items: [{ id: '3' }, { id: '3' }], reports: [] })
      expect(headings().filter((heading) => heading.startsWith('Application error'))).toEqual([])
    },
  )

  it('with its document too shows the error page, without more requests', async () => {
    const { page, seen } = await openLinks()
    expectFault(page, /500|failed|ServerError|Something failed/)
    await page.goto('/links')
    seen.documents.length = 0
    await navigate(page, '/errors/server-function-error')
    await page.getByTestId('digest').waitFor()
    await expect.poll(() => seen.documents).toEqual(['/errors/server-function-error'])
    // Before hydration a link loads a document of its own.
    await hydrated(page)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Front' }).waitFor()
    await navigate(page, '/errors/server-function-error')
    await page.getByTestId('digest').waitFor()
    expect(seen.documents).toEqual(['/errors/server-function-error'])
    expect(seen.reports).toEqual([])
  })
})

describe('code that is missing on a click', () => {
  it('loads the document, and the old page stays until then, with progress', async () => {
    const { page, seen, headings } = await openLinks()
    expectFault(page, /404|Failed to fetch dynamically imported module/)
    await page.route(/\/_build\/item\._id-[^/]+\.js$/, answer(404))
    const release = Promise.withResolvers<void>()
    await page.route('**/item/3', async (route) => {
      await page.unroute(/\/_build\/item\._id-[^/]+\.js$/)
      await release.promise
      await route.continue()
    })
    await clickItem(page, 3)
    await expect.poll(() => seen.documents).toEqual(['/item/3'])
    await expect.poll(headings).toContain('progress')
    expect(headings().toSorted()).toEqual(['Links', 'progress'])
    release.resolve()
    await stampOf(page, 3)
    expect(seen.documents).toEqual(['/item/3'])
    expect(seen.reports).toEqual([])
  })
})

describe('a superseded click', () => {
  it('leaves no history entry', async () => {
    const page = await reopen('/start')
    await visit(page, '/links')
    const release = await holdItems(page)
    const before = await page.evaluate(() => history.length)
    for (const id of [3, 4, 5]) {
      await clickItem(page, id)
      await page.waitForURL(`**/item/${id}`)
    }
    release()
    await stampOf(page, 5)
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
  })

  it('by back keeps the earlier entries', async () => {
    const page = await reopen('/links')
    await holdItems(page)
    await clickItem(page, 3)
    await page.waitForURL('**/item/3')
    await page.goBack()
    await page.waitForURL('**/links')
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
  })
})

describe('a page that is pending', () => {
  const SLOW_MS = 2_500

  /** Opens a page with a clock, and has its next data take longer than `pendingMs`, until the function that it returns. */
  async function openSlow(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
    const page = await newPage()
    await page.clock.install()
    await visit(page, path)
    await page.getByTestId('inspector').waitFor()
    const release = await hold(page, '**/_serverFn/**')
    const end = async () => {
      await page.clock.fastForward(SLOW_MS)
      release()
    }
    return { page, end }
  }

  /** Opens a photo and asks for it with other search params. */
  async function changeSearch(prepare: (page: Page) => Promise<unknown>) {
    const { page, end } = await openSlow('/photo/5')
    await prepare(page)
    await page.getByRole('link', { name: 'Gallery' }).focus()
    const seen = await watchChanges(page, () => (document.querySelector('main [role=status]') ? 'pending' : 'page'))
    await navigate(page, '/photo/5?delay=1')
    await page.getByRole('progressbar').waitFor()
    await end()
    await page.waitForFunction(() => window.__TSR_ROUTER__?.state.status === 'idle')
    return { page, seen: await seen() }
  }

  it('stays with its focus when only its search params change', async () => {
    const { page, seen } = await changeSearch((opened) =>
      opened.getByRole('heading', { level: 1 }).evaluate((heading) => heading.setAttribute('data-kept', '')),
    )
    expect(seen).toEqual(['page'])
    expect(await page.locator('h1[data-kept]').count()).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Gallery')
    expect(new URL(page.url()).search).toBe('?delay=1')
  })

  it('stays in a dialog when only its search params change', async () => {
    const page = await newPage()
    await page.clock.install()
    await visit(page, '/feed')
    await page.getByTestId('inspector').waitFor()
    await openOver(page, '/photo/22', /Photo 22/)
    await page.locator('dialog h1').evaluate((heading) => heading.setAttribute('data-kept', ''))
    const release = await hold(page, '**/_serverFn/**')
    await navigate(page, '/photo/22?delay=1')
    await page.locator('dialog [role=progressbar]').waitFor()
    await page.clock.fastForward(SLOW_MS)
    // A Suspense boundary would hide it.
    expect(await page.locator('dialog h1[data-kept]').isVisible()).toBe(true)
    release()
    await page.locator('dialog [role=progressbar]').waitFor({ state: 'detached' })
    expect(await page.locator('dialog h1[data-kept]').isVisible()).toBe(true)
  })

  it('gives way to the pendingComponent if its route asks for it', async () => {
    const { seen } = await changeSearch((opened) =>
      opened.evaluate(() => {
        const routes = window.__TSR_ROUTER__?.routesById as Record<string, { options: { staticData: object } }>
        Object.assign(routes['/{-$locale}/photo/$id']?.options.staticData ?? {}, { pendingOnSearch: true })
      }),
    )
    expect(seen).toContain('pending')
  })

  it('has the title of the old page, or its own', async () => {
    const { page, end } = await openSlow('/links')
    const old = await page.title()
    const titles = await watchChanges(page, () => document.title)
    await navigate(page, '/photo/5')
    await page.waitForURL('**/photo/5')
    await page.getByRole('progressbar').waitFor()
    await end()
    await page.waitForFunction((before) => document.title !== before, old)
    const all = await titles()
    expect(new Set([old, ...all]).size).toBe(2)
    expect(all).not.toContain(siteName)
  })
})
