/** The operator's session. */
export const SESSION = {
  cookie: 'desk',
  /** How long a sign-in lasts, in milliseconds: half a day, used or not. */
  lastsMs: 43_200_000,
  /** Wrong tokens that one client may try: this many at once, then one every ten seconds. */
  attempts: { perSecond: 0.1, burst: 5 },
  /** Of the form that is posted. */
  formBytes: 8_192,
} as const
