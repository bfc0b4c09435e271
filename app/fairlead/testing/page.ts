import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { pageInNewProfile } from '#fairlead/testing/browser.ts'

type Watched = {
  /** Faults on the page so far. */
  faults: string[]
  /** Patterns of the faults that a test expects. */
  expected: RegExp[]
  /** Patterns of the faults that every test of the page expects. */
  ignored: RegExp[]
}

const watched = new Map<Page, Watched>()

/**
 * Closes the pages of a test, except the retained one.
 *
 * @throws Error if one of them had a fault that was not expected
 */
export async function checkPages(retained?: Page): Promise<void> {
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
  // The stack of an import that has failed is empty.
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack || error.message}`))
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

/** Opens an empty page in a new profile, whose faults are noted for `checkPages`. */
export async function watchedPage(options: BrowserContextOptions): Promise<Page> {
  const page = await pageInNewProfile(options)
  watched.set(page, watch(page))
  return page
}

/** Closes a page that `checkPages` has retained. */
export async function closePage(page: Page): Promise<void> {
  watched.delete(page)
  await page.context().close()
}

/**
 * Declares faults that a test of a page in Chromium is about: lines of its console, uncaught errors, and requests that fail
 * or are answered with 400 and above. All others fail the test.
 *
 *     const page = await newVisitor().open('/')
 *     expectFault(page, /404/)
 *     await page.goto('/no-such-page')
 */
export function expectFault(page: Page, pattern: RegExp): void {
  watched.get(page)?.expected.push(pattern)
}

/** Ignores faults on a page that match, for as long as it is open. */
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
