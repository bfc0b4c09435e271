import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { expectFault, hydrated, newPage, open, visit } from '#tests/harness/page.ts'
import { goTo, hold, navigate, watchDocuments, watchReports } from '#tests/application/browser/watch.ts'

/** Slows the processor, so that a page hydrates in many tasks. */
const SLOWDOWN = 6

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Waits until React knows elements, which is before their part of the page is hydrated as a whole. */
async function hydrates(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).length > 0)
}

it('a navigation that begins while a page hydrates leaves its markup as it is until then', async () => {
  const page = await newPage()
  await slowDown(page)
  await page.goto('/links')
  await hydrates(page)
  await navigate(page, '/item/3')
  await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/item/3')
})

/** Goes from one page to another, which is then reloaded without its scripts. */
async function reloadWithoutScripts(from: string, to: string, page?: Page) {
  page ??= await newPage()
  await visit(page, from)
  await goTo(page, to)
  const documents = watchDocuments(page)
  const release = await hold(page, '**/_build/**/*.js')
  await page.reload({ waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  return { page, documents, release }
}

it('a hash that is followed before the scripts have come loads no document', async () => {
  const { page, documents, release } = await reloadWithoutScripts('/item/2', '/preview')
  await page.evaluate(() => (location.hash = 'content'))
  release()
  await hydrates(page)
  expect(new URL(page.url()).hash).toBe('#content')
  expect(documents).toEqual(['/preview'])
})

describe('a step back after a reload', () => {
  it('loads the document of the page before if the scripts have not come', async () => {
    const { page, documents, release } = await reloadWithoutScripts('/item/2', '/preview')
    await page.evaluate(() => history.back())
    release()
    await page.getByRole('heading', { name: 'Item 2', exact: true }).waitFor()
    await hydrates(page)
    expect(documents).toEqual(['/preview', '/item/2'])
  })

  it('renders the page before without a document if the browser has no Navigation API', async () => {
    const made = await newPage()
    await made.addInitScript(() => Reflect.deleteProperty(window, 'navigation'))
    const { page, documents, release } = await reloadWithoutScripts('/item/2', '/preview', made)
    // React says that the document was another one.
    expectFault(page, /Minified React error #418/)
    await page.evaluate(() => history.back())
    release()
    await page.getByRole('heading', { name: 'Item 2', exact: true }).waitFor()
    await navigate(page, '/item/3')
    await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
    expect(documents).toEqual(['/preview'])
  })

  it('shows the page before while the page hydrates', async () => {
    const page = await open('/item/2')
    await goTo(page, '/preview')
    await slowDown(page)
    await page.reload({ waitUntil: 'commit' })
    await hydrates(page)
    await page.evaluate(() => history.back())
    await page.getByRole('heading', { name: 'Item 2', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/item/2')
  })
})

describe('texts of a document that do not arrive', () => {
  /** Opens a page whose document gets no texts the first few times that it asks for them. */
  async function openWithoutTexts(times: number) {
    const page = await newPage()
    expectFault(page, /net::|Failed to fetch dynamically imported module/)
    await page.route(/\/_build\/shell-[^/]+\.js$/, (route) => route.abort(), { times })
    const seen = { documents: watchDocuments(page), reports: watchReports(page) }
    await page.goto('/links')
    return { page, seen }
  }

  it('let it load once more, without a report', async () => {
    // They are preloaded, and then imported.
    const { page, seen } = await openWithoutTexts(2)
    await expect.poll(() => seen.documents).toEqual(['/links', '/links'])
    await hydrated(page)
    await navigate(page, '/item/3')
    await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
    expect(seen).toEqual({ documents: ['/links', '/links'], reports: [] })
  })

  it('let it load once more when the server is in reach, and it stays until then', async () => {
    const page = await newPage()
    expectFault(page, /net::|Failed to fetch dynamically imported module/)
    await page.route(/\/_build\/shell-[^/]+\.js$/, (route) => route.abort(), { times: 2 })
    const documents = watchDocuments(page)
    const release = Promise.withResolvers<void>()
    const probed = Promise.withResolvers<void>()
    await page.route('**/healthz', async (route) => {
      probed.resolve()
      await release.promise
      await route.continue()
    })
    await page.goto('/links')
    await probed.promise
    expect(documents).toEqual(['/links'])
    release.resolve()
    await expect.poll(() => documents).toEqual(['/links', '/links'])
    await hydrated(page)
  })

  it('leave it as the server rendered it the second time, with a report', async () => {
    const { page, seen } = await openWithoutTexts(4)
    await vi.waitFor(() => expect(seen.reports).toHaveLength(1), 10_000)
    expect(seen.documents).toEqual(['/links', '/links'])
    await page.getByRole('link', { name: 'Item 3', exact: true }).click()
    await page.getByRole('heading', { name: 'Item 3', exact: true }).waitFor()
    expect(seen.documents).toEqual(['/links', '/links', '/item/3'])
  })
})
