/** Limits of the operator's session and of signing in. */
export const SESSION = {
  /** It has the prefix `__Host-` where the site is served by HTTPS. */
  cookie: 'desk',
  /** Lifetime of a session in milliseconds, used or not. */
  lastsMs: 43_200_000,
  /** Wrong tokens allowed per client: five at once, then one every ten seconds. */
  attempts: { perSecond: 0.1, burst: 5 },
  /** Size of the posted form in bytes. */
  formBytes: 8_192,
} as const

/** Rows of the problem list per request: a screen of 1080 pixels, with what is rendered around it. */
export const PAGE_ROWS = 32

/** Interval between refreshes of the data on screen, in milliseconds. */
export const POLL_MS = 5_000

/** Dead letters listed on the delivery page. */
export const DEAD_LETTER_ROWS = 200

/** Entries, and invalidations, listed on the page of the cache. */
export const CACHE_ROWS = 50

/** Days covered by the counters of dropped items. */
export const COUNTER_DAYS = 30
