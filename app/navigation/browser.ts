import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import type { Navigation } from '#app/navigation/engine.ts'
import { startIsAwaited } from '#app/navigation/loading/notices.ts'
import { allowOneReload } from '#app/navigation/loading/one-reload.ts'
import { withinLimit } from '#app/navigation/loading/within-limit.ts'
import type { Ask } from '#app/navigation/prefetch/queue.ts'
import { createLoad, type Load } from '#app/navigation/prefetch/load.ts'
import type { LocationLike } from '#app/navigation/prefetch/target.ts'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'

/*
 * What of the navigation layer a page needs before it is alive. The rest, engine.ts, comes once the frame of the page is
 * alive, or with the first link that a visitor is about to follow: before that there is nothing to prefetch with, because
 * the transport of server functions is not there either. A navigation waits for it; loaders work without.
 */

let running: Navigation | undefined
let starting: Promise<Navigation | undefined> | undefined
let begin = () => Promise.resolve<Navigation | undefined>(undefined)

/** The engine of this tab, if it has come; none on the server. */
export const runningNavigation = () => running

/** Fetches the engine if need be. `undefined` when it cannot be had: then nothing is prefetched. */
export const startNavigation = () => (starting ??= begin())

/** What every server function call of the browser goes through. */
export const sendRequest = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  (running?.send ?? fetch)(input, init)

/** Asks for the prefetch of a link's target, see install.ts. */
export function prefetchLink(options: object, trigger: Trigger): Pick<Ask<unknown>, 'release'> | undefined {
  if (running) return running.prefetcher.ask(options, trigger)
  // All others are asked again when the engine starts.
  if (trigger !== 'intent') return undefined
  let wanted = true
  let ask: Pick<Ask<unknown>, 'release'> | undefined
  void startNavigation().then((navigation) => {
    if (wanted) ask = navigation?.prefetcher.ask(options, trigger)
  })
  return {
    release() {
      wanted = false
      ask?.release()
    },
  }
}

/**
 * Makes the navigation layer of one router: `load` for its context, and `start`, which takes the router once it is
 * made, and what fetches its rules, which the engine waits for. On the server there is nothing to start.
 */
export function createNavigation(queryClient: QueryClient): {
  readonly load: Load
  readonly start: (router: AnyRouter, fetchRules?: () => Promise<void>) => void
} {
  return {
    load: createLoad({ queryClient, prefetching: () => running?.loading }),
    start(router, fetchRules) {
      if (typeof document === 'undefined') return
      allowOneReload(router, () => running !== undefined)
      const { navigate } = router
      const history = router.history as RouterHistory
      /** Counts clicks and steps back, so that a click that was overtaken while it waited is dropped. */
      let turn = 0
      const unsubscribeTurns = history.subscribe(() => (turn += 1))
      // With the engine or, when it cannot be had, without.
      const goOn = () => {
        unsubscribeTurns()
        router.navigate = navigate
        startIsAwaited.set(false)
      }
      const first: LocationLike = router.latestLocation
      begin = async () => {
        try {
          const [{ startEngine }] = await Promise.all([import('#app/navigation/engine.ts'), fetchRules?.()])
          running = startEngine(router, queryClient, first)
          goOn()
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
          startIsAwaited.set(true)
          await (arrival ??= withinLimit(startNavigation()).then(goOn, goOn))
          if (mine !== turn) return
        }
        return navigate(options)
      }
      // The frame is there; the parts of the page that come alive after it are not to wait, and neither is a first click.
      const unsubscribe = router.subscribe('onRendered', () => {
        unsubscribe()
        void startNavigation()
      })
    },
  }
}
