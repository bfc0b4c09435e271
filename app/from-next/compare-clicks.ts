import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { BrowserContext, BrowserType, Page } from 'playwright-core'
import { formatPairs, urlAt } from './compare.ts'
import { LIMITS, SourceError } from './source.ts'

type Clicked = Readonly<Record<(typeof CLICK_FIELDS)[number], string>>

const CLICK_FIELDS = ['url', 'load', 'title', 'scroll', 'back', 'focus'] as const

type ClickComparison = {
  readonly path: string
  readonly link: string
  readonly old: Clicked
  readonly new: Clicked
}

/** Fields that are shown and not counted: routers differ in where the focus goes. */
const NOT_COUNTED: ReadonlySet<string> = new Set(['focus'])

/** Links that could end a session. */
const LEAVES = /log-?out|sign-?out/i

const NO_LINK: Clicked = { url: 'no such link', load: '', title: '', scroll: '', back: '', focus: '' }

/** Returns the addresses of the links to the same origin that can be clicked. Runs in the page. */
function linksIn(limit: number): string[] {
  const found = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
    (link) =>
      link.origin === location.origin &&
      !link.target &&
      !link.hasAttribute('download') &&
      link.checkVisibility() &&
      link.pathname + link.search + link.hash !== location.pathname + location.search,
  )
  return [...new Set(found.map(({ pathname, search, hash }) => pathname + search + hash))].slice(0, limit)
}

/** Marks the document to recognize it after the click. Runs in the page. */
function linkAt(address: string): HTMLAnchorElement | null {
  Object.assign(globalThis, { fromNext: true })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
  return links.find((link) => link.pathname + link.search + link.hash === address && !link.target) ?? null
}

/** Returns what a visitor notices. Runs in the page. */
function stateOf(): { url: string; isSame: boolean; title: string; scroll: string; focus: string } {
  const { activeElement: focused, title } = document
  const name = focused && focused !== document.body ? focused.tagName.toLowerCase() : 'the page'
  return {
    url: location.pathname + location.search + location.hash,
    isSame: 'fromNext' in globalThis,
    title,
    scroll: scrollY === 0 ? 'top' : 'scrolled',
    focus: name + (focused?.id ? `#${focused.id}` : ''),
  }
}

/** Waits until nothing of what a visitor notices changes, from a state that is left. */
async function settle(page: Page, before: string): Promise<ReturnType<typeof stateOf>> {
  const until = performance.now() + LIMITS.clickMs
  let last = ''
  let calm = 0
  for (;;) {
    await page.waitForTimeout(100)
    // A document that is being replaced cannot be asked.
    const state = await page.evaluate(stateOf).catch(() => undefined)
    const text = JSON.stringify(state)
    calm = state && text === last ? calm + 1 : 0
    last = text
    const isOver = performance.now() > until
    if (state && (isOver || (calm >= 5 && state.url !== before))) return state
    if (isOver && performance.now() > until + LIMITS.requestMs)
      return { url: 'no response', isSame: false, title: '', scroll: '', focus: '' }
  }
}

async function click(page: Page, origin: URL, path: string, link: string): Promise<Clicked> {
  await page.goto(urlAt(origin, path).href, { waitUntil: 'load', timeout: LIMITS.requestMs })
  await page.waitForLoadState('networkidle', { timeout: LIMITS.clickMs }).catch(() => {})
  const element = (await page.evaluateHandle(linkAt, link)).asElement()
  if (!element) return NO_LINK
  const before = (await page.evaluate(stateOf)).url
  await element.click({ timeout: LIMITS.clickMs })
  const after = await settle(page, before)
  await page.goBack({ timeout: LIMITS.requestMs }).catch(() => null)
  const back = await settle(page, after.url)
  return {
    url: after.url,
    load: after.isSame ? 'soft' : 'hard',
    title: after.title,
    scroll: after.scroll,
    back: back.url === before ? 'returns' : back.url,
    focus: after.focus,
  }
}

const failed = (error: unknown): Clicked => ({
  ...NO_LINK,
  url: error instanceof Error ? (error.message.split('\n', 1)[0] ?? 'Error') : 'Error',
})

async function openTab(context: BrowserContext, origin: URL): Promise<Page> {
  await context.route(
    ({ host }) => host !== origin.host,
    (route) => route.abort(),
  )
  return context.newPage()
}

/** Names of programs, best first. */
const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** @throws SourceError if there is no Chromium */
function chromiumPath(browser: BrowserType): string {
  const asked = process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  const known = CHROMIUMS.flatMap((name) => folders.map((folder) => join(folder, name)))
  const path = (asked ? [asked] : [...known, browser.executablePath()]).find((each) => existsSync(each))
  if (path !== undefined) return path
  if (asked) throw new SourceError(`CHROMIUM: ${JSON.stringify(asked)} is not there; allowed: the path of a Chromium`)
  throw new SourceError('--click and --screenshots need Chromium: install it, or set CHROMIUM to the path of one')
}

type Tab = { readonly tab: Page; readonly origin: URL }

/**
 * Opens a tab for each of two servers in one Chromium, and closes it after `work`.
 *
 * @throws SourceError if there is no Chromium
 */
export async function withTabs(
  chromium: BrowserType,
  old: URL,
  next: URL,
  work: (tabs: readonly [Tab, Tab]) => Promise<void>,
): Promise<void> {
  const executablePath = chromiumPath(chromium)
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-dev-shm-usage'] : []
  const browser = await chromium.launch({ executablePath, args })
  const open = async (origin: URL) => ({ tab: await openTab(await browser.newContext(), origin), origin })
  try {
    await work([await open(old), await open(next)])
  } finally {
    await browser.close()
  }
}

/**
 * Clicks the links of pages in both applications, at most `LIMITS.clickPages` pages and `LIMITS.clickLinks` links of each.
 *
 * @throws SourceError if there is no Chromium
 */
export async function compareClicks(
  chromium: BrowserType,
  old: URL,
  next: URL,
  paths: readonly string[],
): Promise<ClickComparison[]> {
  const compared: ClickComparison[] = []
  await withTabs(chromium, old, next, async ([{ tab: oldTab }, { tab: newTab }]) => {
    for (const path of paths.slice(0, LIMITS.clickPages)) {
      await oldTab.goto(urlAt(old, path).href, { timeout: LIMITS.requestMs }).catch(() => null)
      const links = await oldTab.evaluate(linksIn, LIMITS.clickLinks).catch(() => [])
      for (const link of links.filter((address) => !LEAVES.test(address))) {
        const [before, after] = await Promise.all([
          click(oldTab, old, path, link).catch(failed),
          click(newTab, next, path, link).catch(failed),
        ])
        compared.push({ path, link, old: before, new: after })
      }
    }
  })
  return compared
}

export function clickDifferences({ old, new: next }: ClickComparison): (typeof CLICK_FIELDS)[number][] {
  return CLICK_FIELDS.filter((field) => old[field] !== next[field])
}

export function clicksDiffer(comparison: ClickComparison): boolean {
  return clickDifferences(comparison).some((field) => !NOT_COUNTED.has(field))
}

export const formatClicks = (compared: readonly ClickComparison[]): string =>
  formatPairs(compared, 'clicks', ({ path, link }) => `${path}: a click on ${link}`, clickDifferences, clicksDiffer)
