/** Search params of any kind: those a page does not know are left as they are, because dropping them changes the address. */
type Search = Record<string, unknown>

/** `delay` as a number of milliseconds; anything else counts as none. Named all the same: the router keeps what is not. */
export function readDelay(search: Search): Search & { delay?: number | undefined } {
  const { delay } = search
  return { ...search, delay: typeof delay === 'number' && delay >= 0 && delay < Infinity ? delay : undefined }
}

/** `fail` as a switch; anything but `true` counts as off. */
export function readFail({ fail, ...others }: Search): Search & { fail?: boolean } {
  return fail === true ? { ...others, fail } : others
}

/** The ways in which a page's links may be fetched before the click. */
export const PRELOADS = ['intent', 'viewport', 'render'] as const

/** When the links of a page are fetched; anything else counts as none. */
export function readPreload(search: Search): Search & { preload?: (typeof PRELOADS)[number] | undefined } {
  return { ...search, preload: PRELOADS.find((choice) => choice === search.preload) }
}
