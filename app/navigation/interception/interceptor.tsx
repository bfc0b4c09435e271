import type { AnyRouter, HistoryLocation, ParsedLocation, RouterHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ROUTE_LOAD_TIMEOUT_MS } from '#app/navigation/loading/with-timeout.ts'
import { shouldIntercept, type MatchedLocation } from './should-intercept.ts'
import type { CommitLocation } from '#app/navigation/router-patches.ts'
import { getInterception } from './get-interception.ts'
import type { Interceptor, PageRouter } from './install-interception.ts'
import { overlayElement } from './interception-outlet.tsx'
import { withTransition } from './view-transition.ts'
import { Overlay } from './overlay.tsx'
import { createOverlayRouter, type OverlayRouter } from './overlay-router.ts'

/** The state of a history entry that is open over a page. */
type EntryState = {
  /** The document that wrote it: in any other the entry is a page. */
  document: number
  /** The entry of the page underneath. */
  page: HistoryLocation
  /** Number of entries back to that page; 0 when its entry was replaced. */
  depth: number
}

const KEY = 'fairlead:over'

/** A second Escape within this time is one too many, not a wish to leave the page underneath. */
const CLOSING_MS = 1_000

function noteOf({ state }: HistoryLocation): EntryState | undefined {
  const note = (state as Partial<Record<typeof KEY, EntryState>>)[KEY]
  return note?.document === performance.timeOrigin ? note : undefined
}

function withoutNote(location: HistoryLocation): HistoryLocation {
  return { ...location, state: { ...location.state, [KEY]: undefined } as HistoryLocation['state'] }
}

function locationOf(router: AnyRouter): ParsedLocation {
  return router.latestLocation as ParsedLocation
}

/** An address as the route tree sees it, or nothing where no page answers. */
function placeOf(router: AnyRouter, pathname: string): MatchedLocation | undefined {
  const [branch, params, found] = router.getMatchedRoutes(pathname)
  if (!found || '**' in params) return undefined
  return { pathname, routeIds: branch.map(({ id }) => id as string), pattern: String(found.fullPath), params }
}

/** Leads navigation of the first router, and of the second where there is one. */
export function intercept(host: PageRouter): Interceptor {
  const { router, page: pageHistory } = host
  const { browser } = pageHistory
  let second: OverlayRouter | undefined
  let element: ReactNode
  let closing = false
  /** Commits to the router of the page. Set before anything is open. */
  let commitPage: CommitLocation
  let loading: Promise<void> = Promise.resolve()

  // Shows what is open when it is called, which may be later than the change.
  const show = () => overlayElement.set(element)

  /** The place of the page that is on the screen, if the visitor is not just leaving it. */
  function pageOnScreen(): MatchedLocation | undefined {
    const { pathname } = router.latestLocation
    return router.stores.resolvedLocation.get()?.pathname === pathname ? placeOf(router, pathname) : undefined
  }

  function opensOver(target: ParsedLocation): boolean {
    if (target.external || target.maskedLocation) return false
    const place = placeOf(router, target.pathname)
    const page = place && pageOnScreen()
    if (!page) return false
    return shouldIntercept(place, page, getInterception(router.getMatchedRoutes(target.pathname)[2])).type === 'over'
  }

  /** The second router for a page: a new one for each page, and after each closing. */
  function routerOver(page: HistoryLocation, targetPathname: string): OverlayRouter {
    if (second && second.pageHref === page.href) return second
    const place = placeOf(router, router.parseLocation(page).pathname)
    const target = placeOf(router, targetPathname)
    const over = { routeId: place?.routeIds.at(-1) ?? '', href: page.href, params: { ...place?.params } }
    const shared = (place?.routeIds ?? []).filter((id, index) => id === target?.routeIds[index])
    const history: RouterHistory = {
      ...browser,
      get location() {
        return withoutNote(browser.location)
      },
      get length() {
        return browser.length
      },
      // It loads when `onHistoryEvent` says so.
      subscribers: new Set([() => undefined]),
      subscribe: () => () => undefined,
    }
    const made: OverlayRouter = createOverlayRouter(host, {
      history,
      over,
      sharedIds: shared,
      // A redirect that comes after its dialog was closed leads nowhere.
      commit: async (next) => (second === made ? commit(next) : undefined),
    })
    second = made
    return made
  }

  async function commit(next: Parameters<CommitLocation>[0]): Promise<void> {
    const note = noteOf(browser.location)
    const { publicHref, replace, ignoreBlocker } = next
    const move = replace ? browser.replace : browser.push
    const options = { ignoreBlocker: ignoreBlocker ?? false }
    if (opensOver(next)) {
      if (note && browser.location.href === publicHref) return second?.router.load()
      const depth = (note?.depth ?? 0) + (replace ? 0 : 1)
      const page = pageHistory.background ?? browser.location
      const added: EntryState = { document: performance.timeOrigin, page, depth }
      move(publicHref, { ...next.state, [KEY]: added }, options)
      return loading
    }
    if (note && next.href === router.latestLocation.href) {
      // The page underneath: it is there, so the dialog closes and nothing is loaded.
      move(publicHref, next.state, options)
      return
    }
    await commitPage(next)
  }

  /** Without its code in time, the address is loaded as a document: there it is the full page. */
  async function open(entry: HistoryLocation, opened: OverlayRouter): Promise<void> {
    const isCurrent = () => second === opened && noteOf(browser.location) && browser.location.href === entry.href
    const [branch] = router.getMatchedRoutes(router.parseLocation(withoutNote(entry)).pathname)
    const timer = setTimeout(() => isCurrent() && location.reload(), ROUTE_LOAD_TIMEOUT_MS)
    const routes = opened.router.routesById as Record<string, (typeof branch)[number]>
    const code = branch.map(async ({ id }) => {
      const route = routes[String(id)]
      if (route) await router.loadRouteChunk(route)
    })
    // A chunk that fails is the router's affair: it shows the error page.
    void Promise.allSettled(code).then(() => clearTimeout(timer))
    await opened.router.load()
    const latestLocation = locationOf(router)
    // The link that was clicked waits for its navigation to end.
    router.emit({
      type: 'onResolved',
      fromLocation: latestLocation,
      toLocation: latestLocation,
      pathChanged: false,
      hrefChanged: false,
      hashChanged: false,
    })
  }

  function close(): void {
    const note = noteOf(browser.location)
    if (!note || closing) return
    if (note.depth > 0) {
      closing = true
      setTimeout(() => (closing = false), CLOSING_MS)
      browser.go(-note.depth)
      return
    }
    void router.navigate({ href: parentOf(browser.location), replace: true })
  }

  /** The nearest page above an address. */
  function parentOf(entry: HistoryLocation): string {
    let path = entry.pathname
    do path = path.slice(0, path.lastIndexOf('/')) || '/'
    while (path !== '/' && !placeOf(router, path))
    return path
  }

  let before = { entry: browser.location, isOpen: false }

  pageHistory.onHistoryEvent = (event) => {
    closing = false
    const entry = browser.location
    const note = noteOf(entry)
    const page = note?.page ?? entry
    const stays = (note !== undefined || before.isOpen) && page.href === (pageHistory.background ?? before.entry).href
    pageHistory.background = note?.page
    const givesWay = before.isOpen && stays
    before = { entry, isOpen: note !== undefined }

    if (stays) {
      router.updateLatestLocation()
      if (router.stores.status.get() === 'idle') {
        router.stores.location.set(router.latestLocation)
        router.stores.resolvedLocation.set(router.latestLocation)
      }
    } else {
      pageHistory.notify({ ...event, location: page })
    }

    if (note) {
      const opened = routerOver(page, router.parseLocation(withoutNote(entry)).pathname)
      opened.adoptMatches()
      opened.router.updateLatestLocation()
      element = <Overlay key={opened.pageHref} second={opened} host={host} close={close} />
      show()
      opened.givesWay = givesWay
      loading = open(entry, opened)
    } else if (element) {
      if (second) second.restoreFocus = stays
      second = undefined
      element = undefined
      withTransition(show)
    }
  }

  return {
    commit(next, original) {
      commitPage = original
      return commit(next)
    },
    async preload(destination, original) {
      const target = router.buildLocation(destination as never)
      if (!opensOver(target)) return original(destination)
      const { preload } = routerOver(pageHistory.background ?? browser.location, target.pathname)
      return preload({ ...destination, _fromLocation: destination._fromLocation ?? locationOf(router) })
    },
  }
}
