/** The operator's session. */
export const SESSION = {
  cookie: 'desk',
  /** How long a sign-in lasts, in milliseconds: half a day, used or not. */
  lastsMs: 43_200_000,
  /** Wrong tokens that one client may try: this many at once, then one every ten seconds. */
  attempts: { perSecond: 0.1, burst: 5 },
  /** Of the form that is posted. */
  formBytes: 8_192,
  /** Until the last byte of it has come, in milliseconds. */
  formMs: 10_000,
} as const

/** Lines of the list that are asked for at once. */
export const PAGE_ROWS = 50

/** How often what is on the screen is asked for again, in milliseconds. */
export const POLL_MS = 5_000

/** What was put aside, as far as it is listed. */
export const DEAD_LETTER_ROWS = 200

/** Days that the counts of what was dropped go back. */
export const COUNTED_DAYS = 30
