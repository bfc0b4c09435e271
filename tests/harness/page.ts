import type { BrowserContext, BrowserContextOptions, Page, Response, ViewportSize } from 'playwright-core'
import { inject } from 'vitest'
import { checkPages, closePage, hydrated, watchedPage } from '#fairlead/testing/page.ts'
import { closeAfterFile } from '#tests/harness/close-after-file.ts'

export { expectFault, hydrated, ignoreFault } from '#fairlead/testing/page.ts'

export const NARROW = { width: 390, height: 844 }
export const WIDE = { width: 1280, height: 800 }

let shared: Promise<Page> | undefined

/** Closes the pages of a test, except the shared one. Fails if one of them had an unexpected fault. */
export const checkAllPages = async (): Promise<void> => checkPages(await shared)
/**
 * Opens a page in a new profile. Its test fails if the page logs an error or a warning, throws, or sends a request that
 * fails.
 */
export function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  return watchedPage({ baseURL: inject('origin'), viewport: WIDE, reducedMotion: 'reduce', ...options })
}

/**
 * Returns the shared page of a test file, in a wide window. It has cached the client's files, as most visitors have.
 * For tests that do not change its state.
 *
 * @param prepare runs once, before the first navigation
 */
export async function sharedPage(prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  shared ??= (async () => {
    const made = await newPage()
    closeAfterFile(async () => {
      shared = undefined
      await closePage(made)
    })
    await prepare(made)
    return made
  })()
  const page = await shared
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return page
}

/** Opens a path in a new page and waits for hydration. */
export async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(path)
  await hydrated(page)
  return page
}

/** Opens a path in an open page, as a new document, and waits for hydration. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/**
 * Returns the response of the next server function that is called by POST. Reports, also sent by POST, do not count.
 */
export function nextPost(page: Page): Promise<Response> {
  return page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname.startsWith('/_serverFn/'),
  )
}

type Reopened = { viewport?: ViewportSize; cookies?: Parameters<BrowserContext['addCookies']>[0] }

/**
 * Returns the shared page in a clean state: with these cookies only, nothing stored, and no routes. For tests that
 * leave nothing else behind, such as a clock or scripts.
 */
export async function cleanPage({ viewport = WIDE, cookies = [] }: Reopened = {}): Promise<Page> {
  const page = await sharedPage()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (page.url().startsWith('http')) await page.evaluate(() => [localStorage.clear(), sessionStorage.clear()])
  // The page of the test before might call the server without its cookies.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.setViewportSize(viewport)
  return page
}

/** Opens a path in the cleaned shared page and waits for hydration. Takes half the time of `open`. */
export async function reopen(path: string, options?: Reopened): Promise<Page> {
  const page = await cleanPage(options)
  await visit(page, path)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  return page
}
