/**
 * The ways to a page, by the names of the package web-vitals. `navigate` to `restore` load a document, `restore` for a
 * tab that the browser had discarded. `unknown` is what was measured before the types were stored.
 */
export const NAVIGATION_TYPES = [
  'navigate',
  'reload',
  'back-forward',
  'restore',
  'prerender',
  'back-forward-cache',
  'soft-navigation',
  'unknown',
] as const

export type NavigationType = (typeof NAVIGATION_TYPES)[number]

/** The kinds of visits that the desk shows apart, with their types. Only a prerendered page was there before the visit. */
export const TYPES_OF = {
  load: ['navigate', 'reload', 'back-forward', 'restore'],
  prerendered: ['prerender'],
  restored: ['back-forward-cache'],
  soft: ['soft-navigation'],
  unknown: ['unknown'],
} as const satisfies Record<string, readonly NavigationType[]>

export type Visits = keyof typeof TYPES_OF

export const VISITS = Object.keys(TYPES_OF) as Visits[]

/** The states that the prefetch entry of a navigation can have, from worst to best. */
export const PREFETCH_OUTCOMES = ['absent', 'expired', 'joined', 'stale', 'reusable', 'fresh'] as const

/** The things that a navigation waits for. `server` is one that was out of reach. */
export const WAITS = ['engine', 'server', 'code', 'data', 'response', 'redirect'] as const
