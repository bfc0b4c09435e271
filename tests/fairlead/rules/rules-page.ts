import { parseSearch } from '#fairlead/navigation/search-params.ts'
import type { Page } from 'playwright-core'
import { reopen } from '#tests/harness/page.ts'

declare global {
  interface Window {
    /** Set by a test: gone with the document. */
    alive?: boolean
  }
}

export const START = '/echo/start'

export async function start(
  origin: string,
  cookies: Record<string, string> = {},
  path = START,
): Promise<{ page: Page; documents: string[] }> {
  const pairs = Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin }))
  const page = await reopen(new URL(path, origin).href, { cookies: pairs })
  await page.evaluate(() => (window.alive = true))
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  return { page, documents }
}

/** Waits until the bar and the page are as they should be. */
export async function arrive(page: Page, bar: string, shows?: string | null): Promise<void> {
  const { origin } = new URL(page.url())
  const url = new URL(bar, origin).href
  await page.waitForURL(url)
  await page.waitForFunction(() => window.__TSR_ROUTER__?.state.status === 'idle' || !window.__TSR_ROUTER__)
  const target = shows ?? new URL(url).pathname + new URL(url).search
  if (shows === null) await page.getByText('This page could not be found.').first().waitFor()
  else if (target.includes('/echo') && url.startsWith(origin)) {
    const echo = JSON.stringify(echoOf(target))
    await page.waitForFunction((wanted) => {
      const text = document.querySelector('[data-testid=echo]')?.textContent
      if (!text) return false
      const { path, search } = JSON.parse(text) as { path?: string[]; search: Record<string, unknown> }
      const sorted = (value: object) => JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      const expected = JSON.parse(wanted) as { path?: string[]; search: Record<string, unknown> }
      return JSON.stringify(path) === JSON.stringify(expected.path) && sorted(search) === sorted(expected.search)
    }, echo)
  } else await page.locator('h1').first().waitFor()
}

function echoOf(url: string): { path: string[] | undefined; search: Record<string, unknown> } {
  const [pathname = '', query = ''] = (url.split('#', 1)[0] ?? '').split('?')
  const rest = pathname.replace(/^.*\/echo\/?/, '')
  return { path: rest ? rest.split('/').map(decodeURIComponent) : undefined, search: parseSearch(query) }
}

export const isAlive = (page: Page) => page.evaluate(() => window.alive === true)

export const hrefOf = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().getAttribute('href')

export async function languageLinks(page: Page): Promise<(string | null)[]> {
  const links = await page.locator('#locales a').all()
  return Promise.all(links.map((link) => link.getAttribute('href')))
}
