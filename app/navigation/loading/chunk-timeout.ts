import { RELOADED_KEY, hasReloaded } from '#app/navigation/loading/reload-guard.ts'
import { ROUTE_LOAD_TIMEOUT_MS } from '#app/navigation/loading/with-timeout.ts'

/** The end of the watch over one target. */
export type RouteLoadEnd = 'loaded' | 'limit' | 'missing' | 'failed' | 'superseded'

/** The decision that the caller acts on: a document navigation, the application-error page, or nothing. */
export type RouteLoadDecision =
  | { readonly type: 'nothing'; readonly why: 'loaded' | 'superseded' }
  | { readonly type: 'document'; readonly why: 'limit' | 'missing' | 'failed' }
  | { readonly type: 'give-up'; readonly why: 'limit' | 'missing' | 'failed' }

/**
 * Decides what the end of a load asks for. `tried` says that the document was fetched for this target already and
 * its code has not loaded since: another would be a reload loop. Pure.
 */
export function decideRouteLoad(end: RouteLoadEnd, tried: boolean): RouteLoadDecision {
  switch (end) {
    case 'loaded':
    case 'superseded':
      return { type: 'nothing', why: end }
    case 'limit':
    case 'missing':
    case 'failed':
      return { type: tried ? 'give-up' : 'document', why: end }
  }
}

/** Calls `then` once after `ms` unless the returned function is called before. */
export type StartTimer = (ms: number, then: () => void) => () => void

/** Before a target, where its data is meant: its code may come while its data fails. */
const DATA = 'data:'

export interface ChunkTimeout {
  /**
   * Watches the load of `target`'s code and styles and ends the watch before. Always resolves, never rejects: when
   * `code` settles, when the limit passes although `code` never does (a prefetch's load, joined, that hangs), or
   * when the next watch or `supersede` takes over. Rejection of `code` means that a chunk is missing.
   */
  watch: (target: string, code: Promise<unknown>) => Promise<RouteLoadDecision>
  /** The visitor has moved on. */
  supersede: () => void
  /** The data of `target` failed on a navigation. */
  fail: (target: string) => RouteLoadDecision
  /** The code and the data of `target` came with its document. */
  loaded: (target: string) => void
}

/**
 * Makes the limit on route loading. `storage` is the tab's (sessionStorage): it remembers across documents which
 * targets were fetched as one, until their code has loaded or the error page has said so. Where it is denied there
 * is no document navigation, only the error page, because nothing else could end a loop.
 */
export function createChunkTimeout(options: {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly startTimer: StartTimer
  readonly limitMs?: number
}): ChunkTimeout {
  const { storage, startTimer, limitMs = ROUTE_LOAD_TIMEOUT_MS } = options
  let supersede = () => {}

  function settle(target: string, end: RouteLoadEnd): RouteLoadDecision {
    const verdict = decideRouteLoad(end, hasReloaded(target, storage))
    if (end === 'superseded') return verdict
    try {
      if (verdict.type === 'document') storage.setItem(RELOADED_KEY + target, '')
      else storage.removeItem(RELOADED_KEY + target)
      return verdict
    } catch {
      return decideRouteLoad(end, true)
    }
  }

  return {
    watch(target, code) {
      supersede()
      const { promise, resolve } = Promise.withResolvers<RouteLoadEnd>()
      const stopTimer = startTimer(limitMs, () => resolve('limit'))
      supersede = () => resolve('superseded')
      code.then(
        () => resolve('loaded'),
        () => resolve('missing'),
      )
      return promise.then((end) => {
        stopTimer()
        return settle(target, end)
      })
    },
    supersede: () => supersede(),
    fail: (target) => settle(DATA + target, 'failed'),
    loaded(target) {
      settle(target, 'loaded')
      settle(DATA + target, 'loaded')
    },
  }
}
