import type { Query, QueryClient } from '@tanstack/react-query'
import type { RouterEvents } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { loadServerFunctions } from 'virtual:server-functions'
import { loadMessageFiles } from '#fairlead/messages/messages.ts'
import type { Engine } from '#fairlead/navigation/engine-core.ts'
import { connect, isOffline, watchConnection } from '#fairlead/navigation/loading/connection.ts'
import { recordEarlyInput } from '#fairlead/navigation/loading/early-input.ts'
import { isWaiting } from '#fairlead/navigation/loading/navigation-signals.ts'
import { watchLeaving } from '#fairlead/navigation/loading/leaving-document.ts'
import { preventSecondReload, withLoadTimeout } from '#fairlead/navigation/loading/route-load-limit.ts'
import { memoizeAsync } from '#fairlead/platform/memoize-async.ts'
import { whenIdle } from '#fairlead/platform/when-idle.ts'
import type { GateDecision, EngineOptions } from '#fairlead/navigation/router-types.ts'
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

declare global {
  /** The engine, once navigations no longer wait for it. For tools: `fairlead instant` and `fairlead/testing`. */
  var __FAIRLEAD_NAVIGATION__: Engine | undefined
}

let engine: Engine | undefined
/** Loads the engine once, and again after a failure. Set by `installEngine`. */
let fetchEngine: (() => Promise<Engine>) | undefined
/** The links on the page, in mount order. */
const links = new Map<Element, ObservedLink>()

/** Returns the engine of this tab once it has loaded; `undefined` until then, and on the server. */
export const getNavigation = () => engine

/** Loads the engine once. Resolves to `undefined` if loading fails, in which case nothing is prefetched. */
export const loadEngine = async (): Promise<Engine | undefined> => fetchEngine?.().catch(() => undefined)

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
  return sendCall(input, init, (...request) => (engine ? engine.send(...request, send) : send(...request)))
}

/** Calls the loaders of all that is on the screen: the page, and the target that is open over it. */
export const loadShown = (router: { load: () => Promise<void> }): Promise<void> => (engine?.loadShown ?? router.load)()

/** Navigates, and then calls the loaders of the routes that stayed: a layout, or a page with a dialog over it. */
export const loadAfter = (navigate: () => Promise<void>): Promise<void> =>
  engine ? engine.loadAfter(navigate) : navigate()

/**
 * Renews the data on the screen, and starts no prefetch until the page shows it, for two seconds at most: a link may lead
 * to something that was deleted.
 */
export const renewShown = (renew: () => Promise<void>): Promise<void> => (engine ? engine.renew(renew) : renew())

/** Registers a link on the page, which the engine observes once it is loaded. Returns the function that removes it. */
export function addLink(element: Element, link: ObservedLink): () => void {
  links.set(element, link)
  engine?.links.add(element, link)
  return () => {
    links.delete(element)
    engine?.links.remove(element)
  }
}

/** Forwards a failed query to the engine. For the query cache's `onError`, in the browser. */
export function handleQueryError(error: Error, query: Query<unknown, unknown>): void {
  engine?.onQueryError(error, query)
}

/**
 * Creates the `load` of a router's context. In the browser its code is loaded with the engine, or by the first call.
 */
export const createContextLoad = createIsomorphicFn()
  .server((queryClient: QueryClient): Load => createLoad(queryClient))
  .client((queryClient: QueryClient): Load => {
    const create = memoizeAsync(async () => {
      const { createLoad: createInBrowser } = await import('#fairlead/navigation/prefetch/load-query.ts')
      return createInBrowser(queryClient, () => engine?.prefetchLoad)
    })
    return async (query, context) => (await create())(query, context)
  })

/** The state of the gate names what navigations to a page still wait for. */
type GateState =
  /** The engine, and the page's hydration. */
  | { readonly type: 'engine' }
  /** The redirects and the public paths. */
  | { readonly type: 'routing'; readonly fetchRouting: () => Promise<void> }
  /** Nothing. */
  | { readonly type: 'open' }

/** Starts the navigation layer on the tab's router. Call once, in the browser. */
export function installEngine(options: EngineOptions): void {
  const { router, delegates, page, fetchRouting } = options
  const replayEarlyInput = recordEarlyInput()
  preventSecondReload(router, () => engine !== undefined)
  const stopWatchingLeaving = watchLeaving()
  let first: LocationLike = router.latestLocation
  let state: GateState = { type: 'engine' }
  /** Ends the wait for the engine, whether or not it could be loaded. */
  const leaveEngine = (): void => {
    if (state.type === 'engine') state = fetchRouting ? { type: 'routing', fetchRouting } : { type: 'open' }
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
      stopWatchingLeaving()
      replayEarlyInput()
      // By now the rewrite of the first URL is known. After a step back during hydration, the first location is the one
      // that the visitor came from.
      first = fromLocation ?? toLocation
      void loadEngine()
    })
    // A page that the browser loads renders only after it has loaded.
    once('onBeforeLoad', ignore)
  })
  // It fails if the visitor is offline, or if a newer build has replaced the chunk.
  fetchEngine = memoizeAsync(async () => {
    void loadMessageFiles().catch(ignore)
    void loadServerFunctions()
    const [{ startEngine }] = await Promise.all([
      import('#fairlead/navigation/engine-core.ts'),
      fetchRouting?.().catch(ignore),
    ])
    engine = startEngine(options, first, links)
    void hydrated.then(() => {
      leaveEngine()
      globalThis.__FAIRLEAD_NAVIGATION__ = engine
    })
    return engine
  })

  /** Waits in one state after the other, while the navigation is the newest. */
  async function waitForPages(isCurrent: () => boolean): Promise<GateDecision> {
    let wasOffline = false
    while (isCurrent()) {
      if (state.type === 'open') return 'open'
      if (state.type === 'routing') {
        try {
          await state.fetchRouting()
          state = { type: 'open' }
        } catch {
          if (!isCurrent() || !(await connect())) return 'document'
        }
        continue
      }
      await withLoadTimeout(Promise.all([loadEngine(), hydrated])).catch(ignore)
      if (!isCurrent()) break
      engine?.navigations.waitFor({ for: 'engine' })
      // Without the engine the router would request a document for each missing chunk.
      if (!engine && (await connect())) wasOffline = true
      // Firefox does not import a module again that has failed in the same document.
      else if (!engine && wasOffline) return 'document'
      else leaveEngine()
    }
    return 'superseded'
  }

  /** Shows that a navigation waits, and drops it if a later one has overtaken it. */
  async function wait(until: (isCurrent: () => boolean) => Promise<GateDecision>): Promise<GateDecision> {
    const id = (page.navigationId += 1)
    const isCurrent = () => id === page.navigationId
    const isOutOfReach = isOffline.get()
    isWaiting.set(true)
    const decision = await until(isCurrent)
    if (isOutOfReach) engine?.navigations.waitFor({ for: 'server' })
    if (!isCurrent()) return 'superseded'
    isWaiting.set(false)
    return decision
  }

  delegates.gate = (isDocument) => {
    if (isDocument) return navigator.onLine && !isOffline.get() ? undefined : wait(() => connect().then(() => 'open'))
    return state.type === 'open' ? undefined : wait(waitForPages)
  }
  watchConnection()
  // The router learns of a navigation when it is in the history; a step back ends the wait.
  page.browser.subscribe(() => isWaiting.set(false))
}
