import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'

type HistoryEvent = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]

/** The history of the router of the page. It stays at the page while another router shows what is open over it. */
export interface PageHistory {
  /** For the option `history` of the router. */
  readonly history: RouterHistory
  /** The history of the browser itself. */
  readonly browser: RouterHistory
  /** The entry of the page, where that is not the browser's own. */
  background: HistoryLocation | undefined
  /** Counts navigations and steps back, so that a navigation that was overtaken while it waited can be dropped. */
  navigationId: number
  /** Passes an event on to the router of the page. */
  readonly notify: (event: HistoryEvent) => void
  /** Handles the browser's events in place of `notify`. */
  onHistoryEvent: PageHistory['notify'] | undefined
}

/** Creates the history of the page's router on the browser's. */
export function createPageHistory(browser: RouterHistory = createBrowserHistory()): PageHistory {
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
