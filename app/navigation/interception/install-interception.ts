/*
 * A page that opens over the page the visitor is on: how it works, and why so.
 *
 * 1. A second router, with the same routes and the same query cache, has the target: its loaders, pending and error
 *    states, 404, search params and redirects work inside the dialog because they are the router's own.
 * 2. The page underneath belongs to the first router, which hears nothing of it. So the page stays mounted, no loader of
 *    it runs, and its scroll position and focus are left alone. No hidden address, no param in anyone's search.
 * 3. Both routers stand on one browser history. An entry that is open over a page carries that page's entry in its state.
 *    The first router's history shows it the page instead, and is silent where the page does not change.
 * 4. The entry's address is the target's, and the note counts only in the document that wrote it: back, forward, reload
 *    and a shared address need no code of their own.
 * 5. All navigation ends in `commitLocation`, all prefetching in `preloadRoute`. Both are wrapped, so a plain link, a
 *    redirect and `navigate` are decided alike, and what is prefetched lies in the router that will show it.
 * 6. Where the second router is not meant to go, it hands the location to the first, and the dialog closes.
 * 7. One second router for one page: what it keeps of a target cannot be taken for the target over another page, and
 *    `context.over` tells its loaders which page that is.
 * 8. Only this file and `outlet.tsx` are part of every page; the rest is loaded with the first target that asks for it.
 */
import type {
  AnyRoute,
  AnyRouter,
  HistoryLocation,
  ParsedLocation,
  RouterHistory,
  StaticDataRouteOption,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withTimeout } from '#app/navigation/loading/with-timeout.ts'
import { validateInterception } from './validate-interception.ts'
import type { Interception } from './interception-types.ts'

type HistoryEvent = Parameters<Parameters<RouterHistory['subscribe']>[0]>[0]
type Commit = AnyRouter['commitLocation']

/** What a link, or whoever prefetches, says of where it leads. The router's own type asks for a route to check it by. */
export type Destination = NonNullable<Parameters<AnyRouter['buildLocation']>[0]> & { _fromLocation?: ParsedLocation }
export type Preload = (destination: Destination) => Promise<unknown>

/** What the lazy part takes over once it is there. */
export type Interceptor = {
  onHistoryEvent: (event: HistoryEvent) => void
  commitLocation: Commit
  preloadRoute: Preload
}

/** The first router's side: its own methods, the browser's history, and the part of the page that shows the target. */
export type PageRouter = {
  router: AnyRouter
  browser: RouterHistory
  /** The entry of the page that is shown, where that is not the browser's own. */
  page: HistoryLocation | undefined
  notify: (event: HistoryEvent) => void
  commitLocation: Commit
  preloadRoute: Preload
  /** What else every router of the application is fitted with. */
  configure: (router: AnyRouter) => void
  outlet: { element: ReactNode; set: (element: ReactNode) => void; subscribe: (listener: () => void) => () => void }
  interceptor: Interceptor | undefined
}

const pageRouters = new WeakMap<AnyRouter, PageRouter>()

/** The host of a router: there is one for the router of the page, in the browser. */
export function getPageRouter(router: AnyRouter): PageRouter | undefined {
  return pageRouters.get(router)
}

/** What a route says of opening over others. */
export function getInterception(route: AnyRoute | undefined): Interception | undefined {
  return (route?.options as { staticData?: StaticDataRouteOption } | undefined)?.staticData?.interception
}

/** Once for each server, not for each request. */
let isChecked = false

function check(router: AnyRouter): void {
  if (isChecked) return
  const routes = Object.values(router.routesById as Record<string, AnyRoute>).flatMap((route) => {
    const interception = getInterception(route)
    return interception ? [{ fullPath: String(route.fullPath), interception }] : []
  })
  const fault = validateInterception(routes)
  if (fault) throw new Error(fault)
  isChecked = true
}

function makeOutlet(): PageRouter['outlet'] {
  const listeners = new Set<() => void>()
  return {
    element: undefined,
    set(element) {
      this.element = element
      listeners.forEach((listener) => listener())
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Lets routes that say so open over the current page. Call it before anything else wraps the router's methods.
 *
 * @param outfit what else is installed on each router of the application; the second one gets it too
 * @throws Error on the server, when a route asks for a level above the root.
 */
export function installInterception(router: AnyRouter, outfit: (router: AnyRouter) => void = () => undefined): void {
  if (import.meta.env.SSR) {
    check(router)
    return
  }
  const browser = router.history as RouterHistory
  const subscribers: RouterHistory['subscribers'] = new Set()
  const host: PageRouter = {
    router,
    browser,
    page: undefined,
    notify: (event) => subscribers.forEach((subscriber) => subscriber(event)),
    commitLocation: router.commitLocation,
    preloadRoute: router.preloadRoute as Preload,
    configure: outfit,
    outlet: makeOutlet(),
    interceptor: undefined,
  }
  pageRouters.set(router, host)

  /** Counts navigations, so that one that was overtaken while it waited is dropped. */
  let turn = 0
  browser.subscribe((event) => {
    turn += 1
    ;(host.interceptor?.onHistoryEvent ?? host.notify)(event)
  })
  const { location: _location, length: _length, ...methods } = browser
  const history: RouterHistory = {
    ...methods,
    get location() {
      return host.page ?? browser.location
    },
    get length() {
      return browser.length
    },
    subscribers,
    subscribe: (subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
  }
  router.update({ ...router.options, history })

  const mayOpen = ({ pathname }: ParsedLocation) => getInterception(router.getMatchedRoutes(pathname)[2]) !== undefined
  let loading: Promise<Interceptor> | undefined
  const load = (): Promise<Interceptor> => {
    loading ??= import('./interceptor.tsx').then(({ intercept }) => (host.interceptor = intercept(host)))
    return withTimeout(loading)
  }
  // Without the lazy part the target is a plain page. It is asked for again with the next one.
  const withoutIt = () => {
    loading = undefined
    return host
  }

  router.commitLocation = async (next) => {
    turn += 1
    const mine = turn
    if (host.interceptor) return host.interceptor.commitLocation(next)
    if (!mayOpen(next)) return host.commitLocation(next)
    const interceptor = await load().catch(withoutIt)
    // Whoever clicked elsewhere, or went back, in the meantime has changed their mind.
    if (mine === turn) await interceptor.commitLocation(next)
  }
  const preload: Preload = async (destination) => {
    if (!host.interceptor && !mayOpen(router.buildLocation(destination))) return host.preloadRoute(destination)
    const interceptor = await load().catch(withoutIt)
    return interceptor.preloadRoute(destination)
  }
  Object.assign(router, { preloadRoute: preload })
}
