import type { Page, Request } from 'playwright-core'

/** One request for items, as the browser sent it. */
export type ItemRequest = { id: string; purpose: string | undefined }

/** Records the server-function requests of a page for items, in order. */
export function watchItems(page: Page): ItemRequest[] {
  const requests: ItemRequest[] = []
  page.on('request', (request) => {
    const id = itemOf(request)
    if (id !== undefined) requests.push({ id, purpose: request.headers().purpose })
  })
  return requests
}

/** Longer than the rest of a pointer that counts, and than a request that was not wanted would take to go out. */
export const QUIET_MS = 400

/** The id of the item that a request reads. */
export function itemOf(request: Request): string | undefined {
  const url = new URL(request.url())
  if (!url.pathname.startsWith('/_serverFn/')) return undefined
  return /"k":\["id"[^\]]*\],"v":\[\{"t":1,"s":"([^"]+)"/.exec(url.searchParams.get('payload') ?? '')?.[1]
}

/**
 * Holds the requests of a page for items in the browser, of all or of one, until the function that it returns is called. The
 * client takes them for sent.
 */
export async function holdItems(page: Page, id?: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    const asked = itemOf(route.request())
    if (asked !== undefined && (id === undefined || asked === id)) await released
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  return release
}

/** The server's own count of prefetch requests. */
export async function inflight(origin: string): Promise<{ now: number; max: number }> {
  const response = await fetch(`${origin}/inflight`)
  return (await response.json()) as { now: number; max: number }
}

/** Waits until the server works on no prefetch. */
export async function idle(page: Page, origin: string): Promise<void> {
  while ((await inflight(origin)).now > 0) await page.waitForTimeout(50)
}

/** A link of the page to an item. */
export function itemLink(page: Page, id: number | string) {
  return page.locator(`main ol a[href^="/item/${id}?"], main ol a[href="/item/${id}"]`).first()
}

/** Clicks a link to an item by script: a click of the mouse would prefetch it first. */
export function clickItem(page: Page, id: number): Promise<void> {
  return itemLink(page, id).evaluate((link: HTMLElement) => link.click())
}

/** The stamp of the item on the page, once it is that item's page. */
export async function stampOf(page: Page, id: number | string): Promise<string> {
  await page.getByRole('heading', { level: 1, name: `Item ${id}`, exact: true }).waitFor()
  return page.getByTestId('stamp').innerText()
}
