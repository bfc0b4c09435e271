import { toBoolean, toNumber } from 'fairlead/navigation'

/** Search params. Unknown ones are preserved: dropping them would change the URL. */
type Search = Record<string, unknown>

/** Validates `delay` (milliseconds). Invalid values become `undefined`, in the place of the raw value. */
export function readDelay(search: Search): Search & { delay?: number | undefined } {
  const delay = toNumber(search.delay)
  return { ...search, delay: delay !== undefined && delay >= 0 ? delay : undefined }
}

/** Reads `fail`; anything but `true` becomes `undefined`. */
export function readFail({ fail }: Search): { fail?: true | undefined } {
  return { fail: toBoolean(fail) || undefined }
}

/** Ways of prefetching the links of a page. */
export const PRELOADS = ['intent', 'viewport', 'render', 'code'] as const

/** Reads `preload`; unknown values become `undefined`. */
export function readPreload({ preload }: Search): { preload?: (typeof PRELOADS)[number] | undefined } {
  return { preload: PRELOADS.find((choice) => choice === preload) }
}
