import type { Locator, Page, Request, Route } from 'playwright-core'

/** Time without a request after which a page has loaded everything, and time between two looks. */
const QUIET = { ms: 500, lookMs: 50 }

/**
 * Hovers over a link, and waits until all that it prefetches has arrived: until there has been no request for half a second.
 *
 *     await hoverUntilPrefetched(page.getByRole('link', { name: 'Tides' }))
 */
export async function hoverUntilPrefetched(link: Locator): Promise<void> {
  const page = link.page()
  const open = new Set<Request>()
  let quietSince = performance.now()
  const begin = (request: Request): void => void open.add(request)
  const end = (request: Request): void => {
    open.delete(request)
    quietSince = performance.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await link.hover()
    quietSince = performance.now()
    while (open.size > 0 || performance.now() - quietSince < QUIET.ms) await page.waitForTimeout(QUIET.lookMs)
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

/** The text before a click, whether the expected text is shown after it, and the requests that the click sent. */
type AtClick = { before: string; isShown: boolean; requests: string[] }

/** Clicks while no response arrives, and reads the text on the screen in the next two frames. */
async function clickWithoutResponses(page: Page, link: Locator, text: string): Promise<AtClick> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const requests: string[] = []
  const hold = async (route: Route): Promise<void> => {
    requests.push(new URL(route.request().url()).pathname)
    await held
    // The page may be closed by now.
    await route.fallback().catch(() => {})
  }
  await page.route('**/*', hold)
  try {
    const seen = await link.evaluate((element: HTMLElement) => {
      const before = document.body.innerText
      element.click()
      const { promise, resolve } = Promise.withResolvers<{ before: string; frames: string[] }>()
      requestAnimationFrame(() => {
        const first = document.body.innerText
        requestAnimationFrame(() => resolve({ before, frames: [first, document.body.innerText] }))
      })
      return promise
    })
    const isShown = seen.frames.some((shown) => shown.includes(text))
    // The test learns of a request later than the page sends it.
    const looks = isShown ? 0 : 20
    for (let look = 0; look < looks && requests.length === 0; look++) await page.waitForTimeout(50)
    return { ...seen, isShown, requests }
  } finally {
    release()
    await page.unroute('**/*', hold)
  }
}

/**
 * Expects that a click shows a text within two frames, whatever the network does: every response after it is held.
 *
 *     const page = await newVisitor().open('/')
 *     const link = page.getByRole('link', { name: 'Tides' })
 *     await hoverUntilPrefetched(link)
 *     await expectAtClick(page, link, 'Brest')
 *
 * @param link is clicked
 * @param text of the target, which the page does not have before
 * @throws Error with what the page was waiting for
 */
export async function expectAtClick(page: Page, link: Locator, text: string): Promise<void> {
  const { before, isShown, requests } = await clickWithoutResponses(page, link, text)
  if (before.includes(text)) throw new Error(`${JSON.stringify(text)} is on the page before the click`)
  if (isShown) return
  const asked = requests.length > 0 ? `it asked for ${requests.join(', ')}` : 'it asked for nothing'
  throw new Error(`${JSON.stringify(text)} is not on the screen in the two frames after the click; ${asked}`)
}
