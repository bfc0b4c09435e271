import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { withBasePath, withoutBasePath } from '#fairlead/platform/base-path.ts'
import { splitUrl, withoutHash } from '#fairlead/navigation/routing-table/match/url.ts'
import { basePath } from 'virtual:app/site'

export type HistoryEvent = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]

/** The history of the page's router. It stays at the page while another router shows a target over it. */
export interface PageHistory {
  readonly history: RouterHistory
  readonly browser: RouterHistory
  /** The entry of the page underneath while the browser's current entry is open over it. */
  background: HistoryLocation | undefined
  /** Counts navigations and steps back, so that a waiting navigation is dropped if a later one has overtaken it. */
  navigationId: number
  readonly notify: (event: HistoryEvent) => void
  /** If set, handles the browser's events instead of `notify`. */
  onHistoryEvent: PageHistory['notify'] | undefined
}

/**
 * True if the visitor has stepped through the history to another page since the document was loaded. Between entries
 * that scripts have made, the browser changes only the URL. Always false in a browser without the Navigation API.
 */
export function hasLeftDocument(): boolean {
  const { activation, currentEntry } = (window as Partial<Window>).navigation ?? {}
  if (!activation || !currentEntry) return false
  const { key, url } = activation.entry
  // An entry that a script replaces keeps its key.
  return key !== currentEntry.key && withoutHash(url ?? '') !== withoutHash(currentEntry.url ?? '')
}

/** The engine sets this function. Each `popstate` calls it before the history reads the entry. */
export const beforeEntryIsRead: { call?: (event: PopStateEvent) => void } = {}

/** Creates the browser's history, whose locations do not have the base path. */
function createHistory(): RouterHistory {
  // The browser calls the listeners of the window in order.
  addEventListener('popstate', (event) => beforeEntryIsRead.call?.(event))
  if (!basePath) return createBrowserHistory()
  return createBrowserHistory({
    createHref: withBasePath,
    parseLocation: () => {
      const address = location.pathname + location.search + location.hash
      const href = (withoutBasePath(address) ?? address).replace(/^\/+/, '/')
      const { path, query, hash } = splitUrl(href)
      const state = (history.state ?? { __TSR_index: 0 }) as HistoryLocation['state']
      return { href, pathname: path, search: query && `?${query}`, hash, state }
    },
  })
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
