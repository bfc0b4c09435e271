import type { BrowserContext, BrowserContextOptions, Page, Request, Response, ViewportSize } from 'playwright-core'
import { inject } from 'vitest'
import { pageInNewProfile } from '#tests/harness/browser.ts'
import { closeAfterFile } from '#tests/harness/close-after-file.ts'

export const NARROW = { width: 390, height: 844 }
export const WIDE = { width: 1280, height: 800 }

type Watched = {
  /** Faults on the page so far. */
  faults: string[]
  /** Patterns of the faults that a test expects. */
  expected: RegExp[]
  /** Patterns of the faults that every test of the page expects. */
  ignored: RegExp[]
}

let shared: Promise<Page> | undefined
const watched = new Map<Page, Watched>()

/** Closes the pages of a test, but for the shared one; fails if one of them had a fault that was not expected. */
export async function checkPages(): Promise<void> {
  const retained = await shared
  const faults: string[] = []
  for (const [page, { faults: all, expected, ignored }] of watched) {
    if (page !== retained) {
      await page.context().close()
      watched.delete(page)
    }
    faults.push(...all.splice(0).filter((fault) => ![...expected, ...ignored].some((pattern) => pattern.test(fault))))
    expected.length = 0
  }
  if (faults.length > 0) throw new Error(`unexpected in the browser\n${faults.join('\n')}`)
}

/** True if the page itself aborted the request, or if a script is not loaded because JavaScript is off. */
function isExpectedFailure(request: Request): boolean {
  return ['net::ERR_ABORTED', 'csp'].includes(request.failure()?.errorText ?? '')
}

function watch(page: Page): Watched {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) {
      faults.push(`console.${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('crash', () => faults.push('the page crashed'))
  page.on('requestfailed', (request) => {
    if (!isExpectedFailure(request))
      faults.push(`failed: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return { faults, expected: [], ignored: [] }
}

/**
 * Opens a page in a new profile. Its test fails if the page logs an error or a warning, throws, or sends a request that
 * fails.
 */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await pageInNewProfile({
    baseURL: inject('origin'),
    viewport: WIDE,
    reducedMotion: 'reduce',
    ...options,
  })
  watched.set(page, watch(page))
  return page
}

/**
 * Returns the shared page of a test file, in a wide window: it has the client's files cached, as most visitors do. For tests
 * that do not change its state.
 *
 * @param prepare called once, before the first navigation
 */
export async function sharedPage(prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  shared ??= (async () => {
    const made = await newPage()
    closeAfterFile(async () => {
      shared = undefined
      watched.delete(made)
      await made.context().close()
    })
    await prepare(made)
    return made
  })()
  const page = await shared
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return page
}

/** Declares faults that the test expects. */
export function expectFault(page: Page, pattern: RegExp): void {
  watched.get(page)?.expected.push(pattern)
}

/** Lets the console of a page, for as long as it is open, have what matches. */
export function ignoreFault(page: Page, pattern: RegExp): void {
  watched.get(page)?.ignored.push(pattern)
}

/** Waits for hydration. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
  })
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

/** Returns the response of the next server function that is called by POST: reports are sent by POST as well. */
export function nextPost(page: Page): Promise<Response> {
  return page.waitForResponse(
    (response) => response.request().method() === 'POST' && new URL(response.url()).pathname.startsWith('/_serverFn/'),
  )
}

type Reopened = { viewport?: ViewportSize; cookies?: Parameters<BrowserContext['addCookies']>[0] }

/**
 * Returns the shared page as good as new: with these cookies only, nothing stored, and no routes. For tests that leave nothing
 * else behind, such as a clock or scripts.
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

/** Opens a path in the shared page, as good as new, and waits for hydration. Takes half the time of `open`. */
export async function reopen(path: string, options?: Reopened): Promise<Page> {
  const page = await cleanPage(options)
  await visit(page, path)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
  return page
}
