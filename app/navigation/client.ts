import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import type { Navigation } from '#app/navigation/engine.ts'
import { isLoadingEngine } from '#app/navigation/loading/navigation-signals.ts'
import { preventSecondReload } from '#app/navigation/loading/prevent-second-reload.ts'
import { withTimeout } from '#app/navigation/loading/with-timeout.ts'
import type { PrefetchHandle } from '#app/navigation/prefetch/prefetch-queue.ts'
import { createLoad, type Load } from '#app/navigation/prefetch/load-query.ts'
import type { LocationLike } from '#app/navigation/prefetch/prefetch-key.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'

/*
 * What of the navigation layer a page needs before it is alive. The rest, engine.ts, comes once the frame of the page is
 * alive, or with the first link that a visitor is about to follow: before that there is nothing to prefetch with, because
 * the transport of server functions is not there either. A navigation waits for it; loaders work without.
 */

let running: Navigation | undefined
let starting: Promise<Navigation | undefined> | undefined
let load = () => Promise.resolve<Navigation | undefined>(undefined)

/** The engine of this tab, if it has come; none on the server. */
export const getNavigation = () => running

/** Fetches the engine if need be. `undefined` when it cannot be had: then nothing is prefetched. */
export const loadNavigation = () => (starting ??= load())

/**
 * Sends the request of a server function call; every one of the browser goes through it.
 *
 * @param send where something else than `fetch` is to do it
 * @throws UnexpectedResponseError for what is no answer of a server function, so that nobody keeps it
 */
export async function sendRequest(
  input: RequestInfo | URL,
  init?: RequestInit,
  send?: typeof fetch,
): Promise<Response> {
  // With the engine, or alone if a call is sooner.
  const { sendCall } = running ?? (await import('#app/navigation/loading/server-function-response.ts'))
  return sendCall(input, init, send ?? running?.send ?? fetch, send && running?.observe)
}

/** Asks for the prefetch of a link's target, see install.ts. */
export function prefetchLink(options: object, trigger: Trigger): Pick<PrefetchHandle<unknown>, 'cancel'> | undefined {
  if (running) return running.prefetcher.prefetch(options, trigger)
  // All others are asked again when the engine starts.
  if (trigger !== 'intent') return undefined
  let wanted = true
  let ask: Pick<PrefetchHandle<unknown>, 'cancel'> | undefined
  void loadNavigation().then((navigation) => {
    if (wanted) ask = navigation?.prefetcher.prefetch(options, trigger)
  })
  return {
    cancel() {
      wanted = false
      ask?.cancel()
    },
  }
}

/**
 * Makes the navigation layer of one router: `load` for its context, and `start`, which takes the router once it is
 * made, and what fetches its rules, which the engine waits for. On the server there is nothing to start.
 */
export function createNavigation(
  queryClient: QueryClient,
  mayRecover: (thrown: unknown) => boolean,
): {
  readonly load: Load
  readonly start: (router: AnyRouter, fetchRules?: () => Promise<void>) => void
} {
  return {
    load: createLoad({ queryClient, prefetching: () => running?.loading }),
    start(router, fetchRules) {
      if (typeof document === 'undefined') return
      preventSecondReload(router, () => running !== undefined)
      const { navigate } = router
      const history = router.history as RouterHistory
      /** Counts clicks and steps back, so that a click that was overtaken while it waited is dropped. */
      let turn = 0
      const unsubscribeTurns = history.subscribe(() => (turn += 1))
      // With the engine or, when it cannot be had, without.
      const resume = () => {
        unsubscribeTurns()
        router.navigate = navigate
        isLoadingEngine.set(false)
      }
      const first: LocationLike = router.latestLocation
      load = async () => {
        try {
          const [{ startEngine }] = await Promise.all([import('#app/navigation/engine.ts'), fetchRules?.()])
          running = startEngine(router, queryClient, first, mayRecover)
          resume()
          return running
        } catch {
          // Offline, or gone with its build: the next to ask tries again.
          starting = undefined
          return undefined
        }
      }
      // Who clicks sooner waits for it, so that the navigation is watched over and knows the rules.
      let arrival: Promise<void> | undefined
      router.navigate = async (options) => {
        if (!options.reloadDocument) {
          const mine = (turn += 1)
          isLoadingEngine.set(true)
          await (arrival ??= withTimeout(loadNavigation()).then(resume, resume))
          if (mine !== turn) return
        }
        return navigate(options)
      }
      // The frame is there; the parts of the page that come alive after it are not to wait, and neither is a first click.
      const unsubscribe = router.subscribe('onRendered', () => {
        unsubscribe()
        void loadNavigation()
      })
    },
  }
}
