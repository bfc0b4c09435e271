import type { BrowserContext, Page } from 'playwright-core'
import type { Wait } from '#fairlead/navigation/prefetch/navigation-log.ts'
import { clickWithoutResponses } from '#fairlead/testing/click-without-responses.ts'
import { untilPrefetched, untilReady, watchCode } from '#fairlead/testing/until-prefetched.ts'

/** Limits of a run: pages that are read, in all, of one route, and of it with a search; reads and clicks at a time. */
const TRIES = { pages: 5_000, pagesOfRoute: 100, searchesOfRoute: 3, reads: 4, clicks: 3 } as const

/** Links that the router follows: not another language's, which is the same page again, nor one that changes something. */
const LINKS = 'a[href]:not([target],[download],[hreflang],[rel~=nofollow],noscript *)'

/** A link from a page of one route to one of another. Routes are named by their ids. */
export type RoutePair = { from: string; to: string; page: string; href: string; isInstant: boolean }

/** A link and the waits of a click on it; with a `fault` there was no click, or no new page. */
export type TriedPair = RoutePair & { waits: readonly Wait[]; fault?: string }

type ReadPage = { isPage: boolean; pairs: (RoutePair & { target: string })[] }

/** Reads the links of the page, or of another one that it fetches. Runs in the browser. */
async function readInPage([selector, path]: readonly [string, string | undefined]): Promise<ReadPage> {
  const router = window.__TSR_ROUTER__
  const engine = globalThis.__FAIRLEAD_NAVIGATION__
  if (!router || !engine) throw new Error('the page has no navigation layer')
  const routeAt = ({ pathname, search, hash }: URL) => {
    const at = router.parseLocation({ pathname, search, hash, href: pathname + search + hash, state: {} } as never)
    const [, params, route] = router.getMatchedRoutes(at.pathname)
    return route && params['**'] === undefined ? { id: String(route.id), pathname: at.pathname } : undefined
  }
  const response = path === undefined ? undefined : await fetch(path, { headers: { accept: 'text/html' } })
  const isPage = response?.headers.get('content-type')?.startsWith('text/html') !== false
  const html = response && new DOMParser().parseFromString(await response.text(), 'text/html')
  const base = new URL(response?.url ?? location.href)
  const from = routeAt(base)
  if (!isPage || !from || response?.ok === false) return { isPage, pairs: [] }
  const page = base.pathname + base.search
  const pairs = Array.from((html ?? document).querySelectorAll(selector)).flatMap((link) => {
    const href = link.getAttribute('href') ?? ''
    const url = new URL(href, base)
    const target = url.pathname + url.search
    const to = url.origin === base.origin && target !== page ? routeAt(url) : undefined
    if (!to) return []
    return [{ from: from.id, to: to.id, page, href, target, isInstant: engine.isInstant(router, to.pathname) }]
  })
  return { isPage, pairs }
}

/** Runs work on each item, some at a time. */
async function each<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T, place: number) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  const run = async (_: unknown, place: number): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value, place)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

/** Reads the pages and all that their links lead to, and returns a link of each pair of routes; of `only` these pages. */
async function findPairs(page: Page, only: readonly string[]): Promise<RoutePair[]> {
  const starts = only.length > 0 ? only : ['/']
  const found = new Map<string, RoutePair>()
  let unread = starts.map((path) => ({ path, route: '' }))
  const known = new Set(starts)
  const pagesOf = new Map<string, number>()
  /** Routes that respond with pages, and not with files. */
  const withPages = new Set<string>()
  while (unread.length > 0) {
    const reading = unread
    unread = []
    await each(reading, TRIES.reads, async ({ path, route }) => {
      const { isPage, pairs } = await page.evaluate(readInPage, [LINKS, path] as const)
      if (isPage) withPages.add(route)
      if (only.length > 0 && !only.includes(path)) return
      for (const { target, ...pair } of pairs) {
        const key = `${pair.from} ${pair.to}`
        if (!found.has(key)) found.set(key, pair)
        const hasSearch = target.includes('?')
        const kind = hasSearch ? `${pair.to}?` : pair.to
        const count = pagesOf.get(kind) ?? 0
        const limit = hasSearch ? TRIES.searchesOfRoute : TRIES.pagesOfRoute
        if (known.has(target) || count === limit || known.size === TRIES.pages) continue
        known.add(target)
        pagesOf.set(kind, count + 1)
        unread.push({ path: target, route: pair.to })
      }
    })
  }
  return [...found.values()].filter(({ to }) => withPages.has(to))
}

/** Opens the page of a link, hovers over the link until its page is prefetched, and clicks. */
async function tryPair(page: Page, { page: path, href, to }: RoutePair): Promise<readonly Wait[]> {
  using watch = watchCode(page)
  await page.goto(path, { waitUntil: 'commit' })
  await untilReady(page)
  const link = page.locator(`${LINKS}[href=${JSON.stringify(href)}]`).first()
  if ((await link.count()) === 0) throw new Error(`the page has no link to ${to} once it is interactive`)
  await link.dispatchEvent('mouseover')
  await untilPrefetched(page, watch.open)
  return (await clickWithoutResponses(page, link)).waits
}

/** Tries a link again that waits or fails: a busy machine may click before the prefetch has begun. */
async function tryTwice(page: Page, pair: RoutePair): Promise<readonly Wait[]> {
  const waits = await tryPair(page, pair).catch(() => undefined)
  if (waits?.length === 0) return waits
  const again = await tryPair(page, pair)
  return waits && waits.length < again.length ? waits : again
}

/**
 * Clicks on a link of each pair of routes that links join, each in a new document, and returns what the clicks waited for.
 *
 * @param only paths of the pages whose links are tried; by default all pages to which links lead from `/`
 */
export async function tryLinks(context: BrowserContext, only: readonly string[] = []): Promise<TriedPair[]> {
  const pages = await Promise.all(Array.from({ length: TRIES.clicks }, () => context.newPage()))
  const [first] = pages
  if (!first) return []
  await first.goto(only[0] ?? '/')
  await untilReady(first)
  const pairs = await findPairs(first, only)
  const tried: TriedPair[] = []
  await each(pairs, TRIES.clicks, async (pair, place) => {
    try {
      tried.push({ ...pair, waits: await tryTwice(pages[place] ?? first, pair) })
    } catch (error) {
      tried.push({ ...pair, waits: [], fault: (error as Error).message.split('\n', 1)[0] ?? '' })
    }
  })
  return tried.toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
}
