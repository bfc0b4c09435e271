import type { AnyRoute, AnyRouter, HistoryLocation, ParsedLocation, RouterHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { connect, isOffline } from '#fairlead/navigation/loading/connection.ts'
import { isWaiting } from '#fairlead/navigation/loading/navigation-signals.ts'
import { lacksCode } from '#fairlead/navigation/loading/route-chunks.ts'
import { ROUTE_LOAD_TIMEOUT_MS } from '#fairlead/navigation/loading/route-load-limit.ts'
import { splitUrl } from '#fairlead/navigation/routing-table/match/url.ts'
import { type MatchedLocation, shouldIntercept } from '#fairlead/navigation/interception/should-intercept.ts'
import type { HistoryEvent } from '#fairlead/navigation/page-history.ts'
import type { CommitLocation } from '#fairlead/navigation/router-types.ts'
import { getInterception } from '#fairlead/navigation/interception/declare-interception.ts'
import type { Interceptor, PageRouter } from '#fairlead/navigation/interception/install-interception.ts'
import { ENTRY_STATE, type EntryState, getEntryState } from '#fairlead/navigation/interception/entry-state.ts'
import { overlayElement } from '#fairlead/navigation/interception/interception-outlet.tsx'
import { withTransition } from '#fairlead/navigation/interception/overlay-router.ts'
import { Overlay } from '#fairlead/navigation/interception/overlay.tsx'
import { createOverlayRouter, type OverlayRouter } from '#fairlead/navigation/interception/overlay-router.ts'

/** A second Escape within this time (ms) is ignored, so that it does not also leave the page underneath. */
const CLOSING_MS = 1_000

function withoutEntryState(location: HistoryLocation): HistoryLocation {
  const { [ENTRY_STATE]: _, ...state } = location.state as HistoryLocation['state'] & { [ENTRY_STATE]?: EntryState }
  return { ...location, state }
}

function getLatestLocation(router: AnyRouter): ParsedLocation {
  return router.latestLocation as ParsedLocation
}

function matchLocation(router: AnyRouter, pathname: string): MatchedLocation | undefined {
  const [branch, params, found] = router.getMatchedRoutes(pathname)
  if (!found || '**' in params) return undefined
  return {
    pathname,
    routeIds: branch.map(({ id }) => id as string),
    paths: branch.map(({ to }) => String(to)),
    pattern: String(found.fullPath),
    params,
  }
}

/** Creates the handler of navigations and prefetches for both the page's router and the overlay's router. */
export function intercept(pageRouter: PageRouter): Interceptor {
  const { router, page: pageHistory } = pageRouter
  const { browser } = pageHistory
  let overlay: OverlayRouter | undefined
  let element: ReactNode
  let closing = false
  /** Resolves once the dialog that was closed last has left the screen. */
  let closed = Promise.resolve()

  // The element is read when this runs, which may be after a later change.
  const show = () => overlayElement.set(element)

  /** Returns the match of the page on the screen; undefined while another page is loading. */
  function pageOnScreen(): MatchedLocation | undefined {
    const { pathname } = router.latestLocation
    return router.stores.resolvedLocation.get()?.pathname === pathname ? matchLocation(router, pathname) : undefined
  }

  function opensOver(target: ParsedLocation): boolean {
    if (target.external) return false
    const matched = matchLocation(router, target.pathname)
    const page = matched && pageOnScreen()
    if (!page) return false
    return shouldIntercept(matched, page, getInterception(router.getMatchedRoutes(target.pathname)[2]))
  }

  /** Returns the overlay router of a page. Each page gets a new one, also after its overlay was closed. */
  function routerOver(page: HistoryLocation, targetPathname: string): OverlayRouter {
    if (overlay && overlay.over.href === page.href) return overlay
    const matched = matchLocation(router, router.parseLocation(page).pathname)
    const target = matchLocation(router, targetPathname)
    const over = { routeId: matched?.routeIds.at(-1) ?? '', href: page.href, params: { ...matched?.params } }
    const shared = (matched?.routeIds ?? []).filter((id, index) => id === target?.routeIds[index])
    const commitEntry =
      (method: 'push' | 'replace'): RouterHistory['push'] =>
      (href, state, entryOptions) => {
        const depth = (getEntryState(browser.location)?.depth ?? 0) + (method === 'push' ? 1 : 0)
        const underneath = pageHistory.background ?? browser.location
        const entryState: EntryState = { document: performance.timeOrigin, page: underneath, depth }
        browser[method](href, { ...state, [ENTRY_STATE]: entryState }, entryOptions)
      }
    const history: RouterHistory = {
      ...browser,
      push: commitEntry('push'),
      replace: commitEntry('replace'),
      get location() {
        return withoutEntryState(browser.location)
      },
      get length() {
        return browser.length
      },
      // The overlay router loads when `onHistoryEvent` calls it, not when the history changes.
      subscribers: new Set([() => undefined]),
      subscribe: () => () => undefined,
    }
    const created: OverlayRouter = createOverlayRouter(pageRouter, {
      history,
      over,
      sharedIds: shared,
      async commit(next, commitOwn) {
        // Ignore a redirect that arrives after its dialog was closed.
        if (overlay !== created) return undefined
        if (!opensOver(next)) return router.commitLocation(next)
        created.arrival.resetScroll = next.resetScroll ?? true
        return commitOwn(next)
      },
    })
    overlay = created
    return created
  }

  async function commit(next: Parameters<CommitLocation>[0], commitPage: CommitLocation): Promise<void> {
    if (opensOver(next)) {
      const page = pageHistory.background ?? browser.location
      return routerOver(page, next.pathname).router.commitLocation(next)
    }
    if (getEntryState(browser.location) && next.href === router.latestLocation.href) {
      // The page underneath is still mounted: the dialog closes and nothing has to load.
      const move = next.replace ? browser.replace : browser.push
      move(next.publicHref, next.state, { ignoreBlocker: next.ignoreBlocker ?? false })
    } else await commitPage(next)
    // Callers that wait for the navigation renew the page that it shows.
    await closed
  }

  /**
   * Loads a history entry in the overlay. If its code takes too long, the URL is requested as a document, which is a
   * full page. If its code is missing because the server is out of reach, that happens once the server can be reached.
   */
  async function open(entry: HistoryLocation, opened: OverlayRouter, action: HistoryEvent['action']): Promise<void> {
    const isCurrent = (): boolean =>
      overlay === opened && getEntryState(browser.location) !== undefined && browser.location.href === entry.href
    const { pathname } = opened.router.latestLocation
    const [branch] = router.getMatchedRoutes(pathname)
    const fetchDocument = async () => {
      await connect()
      if (!isCurrent()) return
      // The history writes URLs with a delay, so flush it first.
      browser.flush()
      location.reload()
    }
    const isOther = opened.router.stores.resolvedLocation.get()?.pathname !== pathname
    if (isOther && pageRouter.delegates.engine?.isOutdated()) return fetchDocument()
    const timer = setTimeout(() => void fetchDocument(), ROUTE_LOAD_TIMEOUT_MS)
    const routes = branch.flatMap(({ id }) => (opened.router.routesById as Record<string, AnyRoute>)[String(id)] ?? [])
    const chunks = routes.map(async (route) => router.loadRouteChunk(route))
    // If a chunk fails, the router shows its error page.
    const settled = Promise.allSettled(chunks).then(() => clearTimeout(timer))
    if (isOffline.get()) {
      await settled
      if (routes.some(lacksCode)) {
        isWaiting.set(isCurrent())
        return fetchDocument()
      }
    }
    await opened.router.load({ action })
    if (!isCurrent()) return
    const latestLocation = getLatestLocation(router)
    // The prefetch queue and the history entry wait until the navigation has ended.
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
    const entryState = getEntryState(browser.location)
    if (!entryState || closing) return
    if (entryState.depth > 0) {
      closing = true
      setTimeout(() => (closing = false), CLOSING_MS)
      browser.go(-entryState.depth)
      return
    }
    void router.navigate({ href: parentOf(browser.location), replace: true })
  }

  function parentOf(entry: HistoryLocation): string {
    let path = splitUrl(router.parseLocation(withoutEntryState(entry)).href).path
    do path = path.slice(0, path.lastIndexOf('/')) || '/'
    while (path !== '/' && !matchLocation(router, path))
    return path
  }

  let previous = { entry: browser.location, isOpen: false }

  pageHistory.onHistoryEvent = (event) => {
    closing = false
    const entry = browser.location
    const entryState = getEntryState(entry)
    const page = entryState?.page ?? entry
    const isSamePage =
      (entryState !== undefined || previous.isOpen) && page.href === (pageHistory.background ?? previous.entry).href
    pageHistory.background = entryState?.page
    const replacesOverlay = previous.isOpen && isSamePage
    previous = { entry, isOpen: entryState !== undefined }

    if (isSamePage) {
      router.updateLatestLocation()
      if (router.stores.status.get() === 'idle') {
        router.stores.location.set(router.latestLocation)
        router.stores.resolvedLocation.set(router.latestLocation)
      }
    } else {
      pageHistory.notify({ ...event, location: page })
    }

    if (entryState) {
      const opened = routerOver(page, router.parseLocation(withoutEntryState(entry)).pathname)
      opened.adoptMatches()
      opened.router.updateLatestLocation()
      element = <Overlay key={opened.over.href} overlay={opened} pageRouter={pageRouter} close={close} />
      show()
      opened.replacesOverlay = replacesOverlay
      const isStep = event.action.type !== 'PUSH' && event.action.type !== 'REPLACE'
      opened.arrival = { isStep, resetScroll: isStep || opened.arrival.resetScroll }
      void open(entry, opened, event.action)
    } else if (element) {
      if (overlay) overlay.restoreFocus = isSamePage
      overlay = undefined
      element = undefined
      closed = withTransition(show)
    }
  }

  return {
    commit,
    opened: () => (element ? overlay : undefined),
    async preloadRoute(destination) {
      const target = router.buildLocation(destination as never)
      if (!opensOver(target)) return pageRouter.own.preloadRoute(destination)
      const { own } = routerOver(pageHistory.background ?? browser.location, target.pathname)
      return own.preloadRoute({ ...destination, _fromLocation: destination._fromLocation ?? getLatestLocation(router) })
    },
  }
}
