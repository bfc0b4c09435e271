import { toBoolean, toNumber } from '#app/navigation/search-values.ts'

/** Search params. Unknown ones are preserved: dropping them would change the URL. */
type Search = Record<string, unknown>

/** Validates `delay` (milliseconds). Invalid values become `undefined`; a missing key would keep the raw value. */
export function readDelay(search: Search): Search & { delay?: number | undefined } {
  const delay = toNumber(search.delay)
  return { ...search, delay: delay !== undefined && delay >= 0 ? delay : undefined }
}

/** Validates `fail`; anything but `true` is dropped. */
export function readFail({ fail, ...others }: Search): Search & { fail?: boolean } {
  return toBoolean(fail) ? { ...others, fail: true } : others
}

/** Ways of prefetching the links of a page. */
export const PRELOADS = ['intent', 'viewport', 'render'] as const

/** Validates `preload`; unknown values become `undefined`. */
export function readPreload(search: Search): Search & { preload?: (typeof PRELOADS)[number] | undefined } {
  return { ...search, preload: PRELOADS.find((choice) => choice === search.preload) }
}
