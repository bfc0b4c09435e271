import type { Page } from 'playwright-core'
import { LEAVES } from './compare-addresses.ts'
import { type Asked, type Tab, firstLine, openPage, withTabs } from './compare-browser.ts'
import type { Difference } from './compare-facts.ts'
import { LIMITS } from './source.ts'

/** The effects of a click that a visitor notices; only `url` if the click was not possible. */
type Clicked = Readonly<Record<string, string>>

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

/** Finds a link, and marks the document to recognise it after the click. Runs in the page. */
function linkAt(address: string): HTMLAnchorElement | null {
  Object.assign(globalThis, { fromNext: true })
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
  return links.find((link) => link.pathname + link.search + link.hash === address && !link.target) ?? null
}

/** Returns the parts of the page that a visitor notices. Runs in the page. */
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

/** Waits until the state has changed from `before`, and does not change any more. */
async function settle(page: Page, before: string): Promise<ReturnType<typeof stateOf>> {
  const until = performance.now() + LIMITS.clickMs
  let last = ''
  let calm = 0
  for (;;) {
    await page.waitForTimeout(100)
    // A document that is being replaced cannot be evaluated.
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

async function click(at: Tab, address: string, link: string): Promise<Clicked> {
  await openPage(at, address)
  const { tab: page } = at
  const element = (await page.evaluateHandle(linkAt, link)).asElement()
  if (!element) return { url: 'no such link' }
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

const failed = (error: unknown): Clicked => ({ url: firstLine(error) })

/**
 * Clicks the links of pages in both applications, at most `LIMITS.clickPages` pages and `LIMITS.clickLinks` links of each.
 *
 * @throws SourceError if there is no Chromium
 */
export async function compareClicks(
  asked: Asked,
  add: (address: string, found: readonly Difference[]) => void,
): Promise<void> {
  await withTabs(asked, async ([before, after]) => {
    for (const address of asked.addresses.slice(0, LIMITS.clickPages)) {
      await openPage(before, address).catch(() => {})
      const links = await before.tab.evaluate(linksIn, LIMITS.clickLinks).catch(() => [])
      for (const link of links.filter((each) => !LEAVES.test(each))) {
        const [old, next] = await Promise.all([
          click(before, address, link).catch(failed),
          click(after, address, link).catch(failed),
        ])
        const fields = Object.keys(old).filter((field) => field in next && old[field] !== next[field])
        const found = fields.map((field) => ({
          what: `click on ${link}, ${field}`,
          old: old[field] ?? '',
          new: next[field] ?? '',
          // Routers differ in where they move the focus.
          isNote: field === 'focus',
        }))
        add(address, found)
      }
    }
  })
}
