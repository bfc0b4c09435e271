import type { Query, QueryClient } from '@tanstack/react-query'
import type { RouterEvents } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { loadServerFunctions } from 'virtual:server-functions'
import { loadMessageFiles } from '#fairlead/messages/messages.ts'
import type { Navigation } from '#fairlead/navigation/engine-core.ts'
import { connect, isOffline, watchConnection } from '#fairlead/navigation/loading/connection.ts'
import { recordEarlyInput } from '#fairlead/navigation/loading/early-input.ts'
import { isWaiting } from '#fairlead/navigation/loading/navigation-signals.ts'
import { preventSecondReload, withLoadTimeout } from '#fairlead/navigation/loading/route-load-limit.ts'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'
import { whenIdle } from '#fairlead/platform/when-idle.ts'
import type { GateDecision, NavigationOptions } from '#fairlead/navigation/router-hooks.ts'
import type { ObservedLink } from '#fairlead/navigation/prefetch/link-observer.ts'
import { createLoad, type Load } from '#fairlead/navigation/prefetch/load-query.ts'
import type { LocationLike } from '#fairlead/navigation/prefetch/prefetch-key.ts'

/*
 * The part of the navigation layer that a page needs before it is interactive. The rest, engine-core.ts, is loaded
 * after the first render. Navigations wait for it; loaders do not.
 */

type Arrival = Pick<RouterEvents['onRendered'], 'fromLocation' | 'toLocation'>

/** Longest wait of a first navigation for the page to hydrate, in milliseconds. */
const HYDRATION_TIMEOUT_MS = 2_000

let navigation: Navigation | undefined
let loading: Promise<Navigation | undefined> | undefined
/** The links on the page, in mount order. */
const links = new Map<Element, ObservedLink>()
let loadEngine = () => Promise.resolve<Navigation | undefined>(undefined)

/** Returns the engine of this tab once it has loaded; `undefined` until then, and on the server. */
export const getNavigation = () => navigation

/** Loads the engine once. Resolves to `undefined` if loading fails, in which case nothing is prefetched. */
export const loadNavigation = () => (loading ??= loadEngine())

// This is also a part of the engine, but a call may come before the engine is loaded.
const importCalls = memoizeAsync(() => import('#fairlead/navigation/loading/server-function-response.ts'))

/**
 * Sends the request of a server function call. Every call in the browser goes through it.
 * @param send used instead of `fetch`
 * @throws UnexpectedResponseError for a response that is not from a server function, so that it is not cached
 */
export async function sendRequest(
  input: RequestInfo | URL,
  init?: RequestInit,
  send: typeof fetch = fetch,
): Promise<Response> {
  const { sendCall } = await importCalls()
  return sendCall(input, init, (...request) => (navigation ? navigation.send(...request, send) : send(...request)))
}

/** Calls the loaders of all that is on the screen: the page, and the target that is open over it. */
export const loadShown = (router: { load: () => Promise<void> }): Promise<void> =>
  (navigation?.loadShown ?? router.load)()

/** Navigates, and then calls the loaders of the routes that stayed: a layout, or a page with a dialog over it. */
export const loadAfter = (navigate: () => Promise<void>): Promise<void> =>
  navigation ? navigation.loadAfter(navigate) : navigate()

/** Registers a link on the page, which the engine observes once it is loaded. Returns the function that removes it. */
export function addLink(element: Element, link: ObservedLink): () => void {
  links.set(element, link)
  navigation?.links.add(element, link)
  return () => {
    links.delete(element)
    navigation?.links.remove(element)
  }
}

/** Forwards a failed query to the engine. For the query cache's `onError`, in the browser. */
export function handleQueryError(error: Error, query: Query<unknown, unknown>): void {
  navigation?.onQueryError(error, query)
}

/**
 * Creates the `load` of a router's context. In the browser its code is loaded with the engine, or by the first call.
 */
export const createContextLoad = createIsomorphicFn()
  .server((queryClient: QueryClient): Load => createLoad(queryClient))
  .client((queryClient: QueryClient): Load => {
    const create = memoizeAsync(async () => {
      const { createLoad: createInBrowser } = await import('#fairlead/navigation/prefetch/load-query.ts')
      return createInBrowser(queryClient, () => navigation?.loading)
    })
    return async (query, context) => (await create())(query, context)
  })

/** Starts the navigation layer on the tab's router. Call once, in the browser. */
export function startNavigation(options: NavigationOptions): void {
  const { router, hooks, page } = options
  let { fetchRules } = options
  const replayEarlyInput = recordEarlyInput()
  preventSecondReload(router, () => navigation !== undefined)
  let first: LocationLike = router.latestLocation
  let isOpen = false
  /** Lets navigations through, whether or not the engine could be loaded. */
  const open = () => {
    isOpen = true
    isWaiting.set(false)
  }
  const ignore = () => {}
  /** A navigation before hydration would give parts of the page a state that does not match their markup. */
  const hydrated = new Promise<void>((resolve) => {
    const once = (event: 'onRendered' | 'onBeforeLoad', act: (change: Arrival) => void) => {
      const unsubscribe = router.subscribe(event, (change) => {
        unsubscribe()
        act(change)
        whenIdle(resolve, HYDRATION_TIMEOUT_MS)
      })
    }
    // The shell is rendered. Parts of the page that hydrate later, and a first click, will need the engine soon.
    once('onRendered', ({ fromLocation, toLocation }) => {
      replayEarlyInput()
      // By now the rewrite of the first URL is known. After a step back during hydration, the first location is the one
      // that the visitor came from.
      first = fromLocation ?? toLocation
      void loadNavigation()
    })
    // A page that the browser loads renders only after it has loaded.
    once('onBeforeLoad', ignore)
  })
  loadEngine = async () => {
    void loadMessageFiles().catch(ignore)
    void loadServerFunctions()
    try {
      const [{ startEngine }] = await Promise.all([
        import('#fairlead/navigation/engine-core.ts'),
        fetchRules?.().catch(ignore),
      ])
      navigation = startEngine(options, first, links)
      void hydrated.then(open)
      return navigation
    } catch {
      // The visitor is offline, or a newer build has replaced the chunk: the next call tries again.
      loading = undefined
      return undefined
    }
  }
  // Without the engine the router would request a document for each missing chunk.
  async function waitForEngine(isCurrent: () => boolean, wasOffline = false): Promise<GateDecision> {
    await withLoadTimeout(Promise.all([loadNavigation(), hydrated])).catch(ignore)
    if (!isCurrent()) return 'open'
    if (!navigation && (await connect())) return waitForEngine(isCurrent, true)
    // Firefox does not import a module again that has failed in the same document.
    if (!navigation && wasOffline) return 'document'
    open()
    return 'open'
  }
  async function waitForRules(isCurrent: () => boolean): Promise<GateDecision> {
    try {
      await fetchRules?.()
      fetchRules = undefined
      return 'open'
    } catch {
      return isCurrent() && (await connect()) ? waitForRules(isCurrent) : 'document'
    }
  }
  async function wait(isDocument: boolean): Promise<GateDecision> {
    const id = (page.navigationId += 1)
    const isCurrent = () => id === page.navigationId
    isWaiting.set(true)
    const isOutOfReach = isOffline.get()
    let decision: GateDecision = 'open'
    if (isDocument) await connect()
    else if (!isOpen) {
      decision = await waitForEngine(isCurrent)
      navigation?.navigations.waitFor('engine')
    }
    if (!isDocument && decision === 'open' && isCurrent()) decision = await waitForRules(isCurrent)
    if (isOutOfReach) navigation?.navigations.waitFor('server')
    if (!isCurrent()) return 'superseded'
    isWaiting.set(false)
    return decision
  }
  hooks.gate = (isDocument) => {
    const isReady = isDocument ? navigator.onLine && !isOffline.get() : isOpen && !fetchRules
    return isReady ? undefined : wait(isDocument)
  }
  watchConnection()
  // The router learns of a navigation when it is in the history; a step back ends the wait.
  page.browser.subscribe(() => isWaiting.set(false))
}
