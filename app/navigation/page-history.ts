import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { withBasePath, withoutBasePath } from '#app/base-path.ts'
import { ENTRY_STATE, getEntryState } from '#app/navigation/interception/entry-state.ts'
import { splitUrl } from '#app/navigation/routing-table/match/url.ts'
import { basePath } from '#app/site.ts'

type HistoryEvent = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]

/** The history of the page's router. It stays at the page while another router shows a target over it. */
export interface PageHistory {
  readonly history: RouterHistory
  readonly browser: RouterHistory
  /** The entry of the page underneath while the browser's current entry is open over it. */
  background: HistoryLocation | undefined
  /** Counts navigations and steps back, so that a navigation that was overtaken while it waited can be dropped. */
  navigationId: number
  readonly notify: (event: HistoryEvent) => void
  /** If set, handles the browser's events instead of `notify`. */
  onHistoryEvent: PageHistory['notify'] | undefined
}

const withoutHash = (url: string | null) => url?.split('#', 1)[0]

/**
 * True if the visitor has stepped through the history to another page since the document was loaded. Between entries that
 * scripts have made the browser changes the URL alone. Always false in a browser without the Navigation API.
 */
export function hasLeftDocument(): boolean {
  const { activation, currentEntry } = (window as Partial<Window>).navigation ?? {}
  if (!activation || !currentEntry) return false
  const { key, url } = activation.entry
  // A script that replaces the entry keeps its key.
  return key !== currentEntry.key && withoutHash(url) !== withoutHash(currentEntry.url)
}

/**
 * Gives the entry of a plain anchor, such as a skip link, the key and the index that the router gives to its own entries.
 * Without them it is the first entry, and a new one at each visit: what is stored by its key, such as its scroll position,
 * is not found. An anchor in a dialog keeps the dialog open.
 *
 * @param previous returns the entry before. Call this before the browser's history is created: it must be the first to
 *   hear of the event.
 */
function identifyAnchors(previous: () => HistoryLocation): void {
  // The browser's history replaces this member by one that notifies the router.
  const replaceState = history.replaceState.bind(history)
  addEventListener('popstate', () => {
    if (history.state !== null) return
    const before = previous()
    // The second click on an anchor replaces its entry.
    const isSame = withBasePath(before.href) === location.pathname + location.search + location.hash
    if (isSame) return replaceState(before.state, '')
    const over = getEntryState(before)
    const key = Math.random().toString(36).slice(2)
    const own = {
      ...(over && { [ENTRY_STATE]: { ...over, depth: over.depth && over.depth + 1 } }),
      key,
      __TSR_key: key,
      __TSR_index: before.state.__TSR_index + 1,
    }
    replaceState(own, '')
  })
}

/** Creates the browser's history, whose locations are without the base path. */
function createHistory(): RouterHistory {
  identifyAnchors(() => browser.location)
  const browser = createBrowserHistory(
    basePath
      ? {
          createHref: withBasePath,
          parseLocation: () => {
            const address = location.pathname + location.search + location.hash
            const href = (withoutBasePath(address) ?? address).replace(/^\/+/, '/')
            const { path, query, hash } = splitUrl(href)
            const state = (history.state ?? { __TSR_index: 0 }) as HistoryLocation['state']
            return { href, pathname: path, search: query && `?${query}`, hash, state }
          },
        }
      : {},
  )
  return browser
}

/** Creates the history of the page's router on top of the browser's. */
export function createPageHistory(browser: RouterHistory = createHistory()): PageHistory {
  const subscribers: RouterHistory['subscribers'] = new Set()
  const page: PageHistory = {
    browser,
    background: undefined,
    navigationId: 0,
    notify: (event) => subscribers.forEach((subscriber) => subscriber(event)),
    onHistoryEvent: undefined,
    history: {
      ...browser,
      get location() {
        return page.background ?? browser.location
      },
      get length() {
        return browser.length
      },
      subscribers,
      subscribe(subscriber) {
        subscribers.add(subscriber)
        return () => subscribers.delete(subscriber)
      },
    },
  }
  browser.subscribe((event) => {
    page.navigationId += 1
    ;(page.onHistoryEvent ?? page.notify)(event)
  })
  return page
}
