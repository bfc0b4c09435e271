import type { Page, Request } from 'playwright-core'
import { PREFETCH } from '#fairlead/navigation/prefetch/prefetch-limits.ts'

/** Longest wait for prefetches, in milliseconds. Those of a page may be without an end. */
const LIMIT_MS = 5_000

/** Watches the requests of a page for code and styles, until it is disposed. */
export function watchCode(page: Page): Disposable & { readonly open: ReadonlySet<Request> } {
  const open = new Set<Request>()
  const begin = (request: Request): void => {
    if (/^(script|stylesheet)$/.test(request.resourceType())) open.add(request)
  }
  const end = (request: Request): void => void open.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  return {
    open,
    [Symbol.dispose]: () => void page.off('request', begin).off('requestfinished', end).off('requestfailed', end),
  }
}

/** Waits until navigations of a page no longer wait for the page, and it is idle: parts of it may hydrate later. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.__FAIRLEAD_NAVIGATION__ !== undefined)
  await page.evaluate((timeout) => new Promise((done) => requestIdleCallback(done, { timeout })), LIMIT_MS)
}

/** Waits until all that a page prefetches, for a link under the pointer too, has arrived: code is not in the queue. */
export async function untilPrefetched(page: Page, open: ReadonlySet<Request>): Promise<void> {
  const limit = Date.now() + LIMIT_MS
  do {
    await page.evaluate(
      ([delayMs, limitMs]) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const queue = globalThis.__FAIRLEAD_NAVIGATION__?.queue
        const look = (): void => {
          const { running = [], waiting = [] } = queue?.contents() ?? {}
          if (running.length + waiting.length === 0) resolve()
        }
        setTimeout(() => {
          queue?.subscribe(look)
          look()
        }, delayMs)
        setTimeout(resolve, limitMs)
        return promise
      },
      // The timer of the hover has begun before.
      [PREFETCH.intentDelayMs + 10, LIMIT_MS] as const,
    )
  } while (open.size > 0 && Date.now() < limit)
}
