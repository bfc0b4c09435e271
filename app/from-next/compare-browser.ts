import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BrowserType, Page } from 'playwright-core'
import { type Facts, factsOf, urlAt } from './compare-facts.ts'
import { LIMITS, SourceError } from './source.ts'

/** Milliseconds, bytes and layout shifts, which are shown and never count as a difference. */
export type Figures = Readonly<Record<string, number>>

export type Observed = { readonly facts: Facts; readonly figures: Figures }

/** Names of programs, best first. */
const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Returns the path of Chromium.
 *
 * @throws SourceError if there is no Chromium
 */
export function chromiumPath(browser: BrowserType): string {
  const asked = process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const known = CHROMIUMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = (asked ? [asked] : [...known, browser.executablePath()]).find((each) => existsSync(each))
  if (path !== undefined) return path
  if (asked) throw new SourceError(`CHROMIUM: ${JSON.stringify(asked)} is not there; allowed: the path of a Chromium`)
  throw new SourceError('there is no Chromium: install it, or set CHROMIUM to the path of one')
}

export type Asked = {
  readonly chromium: BrowserType
  readonly old: URL
  readonly next: URL
  readonly cookie?: string | undefined
  readonly addresses: readonly string[]
}

export type Tab = { readonly tab: Page; readonly origin: URL }

/**
 * Opens a tab for each of the two servers in one Chromium, which requests nothing from other servers, and closes it
 * after `work`.
 *
 * @throws SourceError if there is no Chromium
 */
export async function withTabs(
  { chromium, old, next, cookie = '' }: Asked,
  work: (tabs: readonly [Tab, Tab]) => Promise<void>,
  javaScriptEnabled = true,
): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []
  const browser = await chromium.launch({ executablePath: chromiumPath(chromium), args })
  const open = async (origin: URL) => {
    const context = await browser.newContext({ javaScriptEnabled })
    const cookies = cookie.split(';').flatMap((pair) => {
      const [, name, value = ''] = /^\s*([^=\s]+)=(.*)$/.exec(pair) ?? []
      // __Host- and __Secure- need https; a local address counts as https in a request.
      const url = name?.startsWith('__') ? origin.origin.replace(/^http:/, 'https:') : origin.origin
      return name === undefined ? [] : [{ name, value, url }]
    })
    await context.addCookies(cookies).catch((error: unknown) => {
      throw new SourceError(`--cookie: Chromium refuses it: ${firstLine(error)}`)
    })
    await context.route(
      ({ host }) => host !== origin.host,
      (route) => route.abort(),
    )
    return { tab: await context.newPage(), origin }
  }
  try {
    await work([await open(old), await open(next)])
  } finally {
    await browser.close()
  }
}

/** Opens a page, and waits until its scripts have finished their work at the start. */
export async function openPage({ tab, origin }: Tab, address: string): Promise<void> {
  await tab.goto(urlAt(origin, address).href, { waitUntil: 'load', timeout: LIMITS.requestMs })
  await tab.waitForLoadState('networkidle', { timeout: LIMITS.clickMs }).catch(() => {})
}

/** Returns figures of the current document. Runs in the page. */
async function figuresOf(): Promise<Figures> {
  const entriesOf = (type: string) =>
    new Promise<PerformanceEntryList>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true })
      // The observer is not called for a type without entries.
      setTimeout(() => resolve([]), 100)
    })
  const [paints, shifts] = [await entriesOf('largest-contentful-paint'), await entriesOf('layout-shift')]
  const requests = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  return {
    'page bytes': requests.reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
    'LCP ms': paints.at(-1)?.startTime ?? 0,
    CLS: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
  }
}

async function observe(at: Tab, address: string, hasScripts: boolean): Promise<Observed> {
  try {
    await openPage(at, address)
    const { tab } = at
    const [body, text] = [await tab.content(), await tab.locator('body').innerText()]
    const facts = factsOf({ url: urlAt(at.origin, address), body, text, isHtml: true, isScripted: hasScripts })
    return { facts, figures: hasScripts ? await tab.evaluate(figuresOf) : {} }
  } catch (error) {
    return { facts: { page: [firstLine(error)] }, figures: {} }
  }
}

export const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n', 1)[0] ?? 'Error') : 'Error'

/** Reads pages of both servers in Chromium, with or without their scripts. */
export function observePages(
  asked: Asked,
  hasScripts: boolean,
  take: (address: string, pair: readonly [Observed, Observed]) => void,
): Promise<void> {
  return withTabs(
    asked,
    async ([before, after]) => {
      for (const address of asked.addresses)
        take(address, await Promise.all([observe(before, address, hasScripts), observe(after, address, hasScripts)]))
    },
    hasScripts,
  )
}
