/**
 * The kinds of visits that the desk shows apart, with their types by the names of the package web-vitals: `restore` is a
 * tab that the browser had discarded, `unknown` what was measured before the types were stored.
 */
export const TYPES_OF = {
  load: ['navigate', 'reload', 'back-forward', 'restore'],
  prerendered: ['prerender'],
  restored: ['back-forward-cache'],
  soft: ['soft-navigation'],
  unknown: ['unknown'],
} as const

export type Visits = keyof typeof TYPES_OF

export type NavigationType = (typeof TYPES_OF)[Visits][number]

export const NAVIGATION_TYPES: readonly NavigationType[] = Object.values(TYPES_OF).flat()

export const VISITS = Object.keys(TYPES_OF) as Visits[]

/** The web vitals, in milliseconds except `cls`. */
export const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb'] as const

/** The states that the prefetch entry of a navigation can have, from worst to best. */
export const PREFETCH_OUTCOMES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** The things that a navigation waits for. `server` is one that was out of reach. */
export const WAITS = ['engine', 'server', 'code', 'data', 'response', 'redirect'] as const
