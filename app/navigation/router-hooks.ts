import type { AnyRouteMatch, AnyRouter, HistoryLocation, ParsedLocation } from '@tanstack/react-router'

/** A location or a target before it is built; which fields make sense together depends on the routes. */
export type Destination = Record<string, unknown>
export type Navigate = (options: NavigateOptions) => Promise<void>
export type BuildLocation = (destination: Destination) => ParsedLocation
export type ParseLocation = (location: HistoryLocation, previous?: ParsedLocation) => ParsedLocation
export type CommitLocation = AnyRouter['commitLocation']
export type Preload = (destination: Destination) => Promise<object[] | undefined>

/** The options of a navigation. */
export type NavigateOptions = Destination & { readonly reloadDocument?: boolean }

/** The result of a wait before a navigation: `document` leaves it to the browser. */
export type GateDecision = 'open' | 'superseded' | 'document'

/** Behaviour that the replaced members look up at each call, because most of it arrives after the page. */
export interface RouterHooks {
  /** Server: changes the matches between their load and the document, in order. */
  afterLoad?: readonly ((router: AnyRouter) => void)[]
  /** Redirects and rewrites; absent without a table, or until it has arrived. */
  rules?: {
    readonly parseLocation: ParseLocation
    readonly buildLocation: BuildLocation
    /** Server: the decision on the first URL, for the browser. */
    readonly dehydrate: (() => object) | undefined
    readonly hydrate: (dehydrated: object) => void
  }
  /** Browser: pages that open over the page. */
  overlay?: {
    readonly commit: (next: Parameters<CommitLocation>[0], commit: CommitLocation) => Promise<void>
    readonly preload: (destination: Destination, preload: Preload) => ReturnType<Preload>
  }
  /** Browser: true when the current history entry belongs to a navigation that has not ended. */
  replacesEntry?: () => boolean
  /** Browser: the prefetch queue. */
  prefetch?: Preload
  /** Browser: the wait of a navigation for the engine and the redirects; `undefined` when there is none. */
  gate?: () => Promise<GateDecision> | undefined
  /** Browser: the options of a navigation by the public path of its target; `undefined` when it is superseded. */
  retarget?: (options: NavigateOptions) => NavigateOptions | Promise<NavigateOptions | undefined>
  /** Browser: completes the matches that are about to be shown. */
  beforeMatches?: (matches: AnyRouteMatch[]) => void
  /** Browser: renews the data around the router's own `invalidate`. */
  renew?: (invalidate: () => Promise<void>) => Promise<void>
}
