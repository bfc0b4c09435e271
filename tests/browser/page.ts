import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, inject } from 'vitest'
import { launchOptions } from '#tests/browser/chromium.ts'

export const NARROW = { width: 390, height: 844 }
export const WIDE = { width: 1280, height: 800 }

type Watched = {
  /** What went wrong on the page so far. */
  faults: string[]
  /** What a test expects to go wrong: each pattern takes away the faults it matches. */
  expected: RegExp[]
}

let browser: Promise<Browser> | undefined
let kept: Promise<Page> | undefined
const watched = new Map<Page, Watched>()

afterEach(async () => {
  const staying = await kept
  const faults: string[] = []
  for (const [page, { faults: all, expected }] of watched) {
    if (page !== staying) {
      await page.context().close()
      watched.delete(page)
    }
    faults.push(...all.splice(0).filter((fault) => !expected.some((pattern) => pattern.test(fault))))
    expected.length = 0
  }
  if (faults.length > 0) throw new Error(`unexpected in the browser\n${faults.join('\n')}`)
})

afterAll(async () => {
  await (await browser)?.close()
  browser = undefined
  kept = undefined
})

/** No faults: a request that the page itself gave up, and a script that was not asked for with JavaScript off. */
function isGivenUp(request: Request): boolean {
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
    if (!isGivenUp(request))
      faults.push(`failed: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return { faults, expected: [] }
}

/**
 * A page in a profile of its own. The test that opened it fails when the page logs an error or a warning, throws, or
 * asks for something that fails.
 */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= chromium.launch(launchOptions())
  const context = await (
    await browser
  ).newContext({ baseURL: inject('origin'), viewport: WIDE, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  watched.set(page, watch(page))
  return page
}

/**
 * The one page of a file that stays for all of its tests, in a wide window: it has the files of the client already, as
 * most visitors do. For tests that leave nothing in it.
 *
 * @param prepare is called once, before the page is anywhere
 */
export async function keptPage(prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  kept ??= (async () => {
    const made = await newPage()
    await prepare(made)
    return made
  })()
  const page = await kept
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return page
}

/** Says that faults of this kind are what the test is about. */
export function expectFault(page: Page, pattern: RegExp): void {
  watched.get(page)?.expected.push(pattern)
}

/** Waits until React has taken over the page that the server sent. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
  })
}

/** Opens an address and waits until the page is alive. */
export async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options)
  await page.goto(path)
  await hydrated(page)
  return page
}

/** Opens an address in a page that is open already, as a document of its own, and waits until it is alive. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}
