/** Search params of any kind: those a page does not know are left as they are, because dropping them changes the address. */
type Search = Record<string, unknown>

/** `delay` as a number of milliseconds; anything else counts as none. */
export function readDelay({ delay, ...others }: Search): Search & { delay?: number } {
  return typeof delay === 'number' && delay >= 0 ? { ...others, delay } : others
}

/** `fail` as a switch; anything but `true` counts as off. */
export function readFail({ fail, ...others }: Search): Search & { fail?: boolean } {
  return fail === true ? { ...others, fail } : others
}

export const PRELOADS = ['intent', 'viewport', 'render'] as const

/** When the links of a page are fetched; anything else counts as none. */
export function readPreload({ preload, ...others }: Search): Search & { preload?: (typeof PRELOADS)[number] } {
  const known = PRELOADS.find((choice) => choice === preload)
  return known ? { ...others, preload: known } : others
}
