import type { Trigger } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

/**
 * When a link fetches the page that it leads to. A single trigger counts for code and data: `intent` (hover, focus or
 * touch), `viewport` or `render`. `code` fetches the code once the link is in view, and leaves the data to the click.
 * Code and data may have different triggers, or none.
 */
export type PreloadOption = Trigger | 'code' | false | PreloadTriggers

export type PreloadTriggers = { readonly code: Trigger | false; readonly data: Trigger | false }

let hover: boolean | undefined

/** True if the visitor's main pointer can hover. The DOM of a component's test has no `matchMedia`. */
const canHover = () => (hover ??= typeof matchMedia !== 'function' || matchMedia('(hover: hover)').matches)

/**
 * Returns the triggers of an option; data is fetched together with the code. Without an option links fetch at intent. A
 * finger cannot hover, so without a pointer the code is fetched once the link is in view.
 */
export function preloadTriggers(option: PreloadOption | undefined): PreloadTriggers {
  if (option === undefined) return { code: canHover() ? 'intent' : 'viewport', data: 'intent' }
  if (option === 'code') return { code: 'viewport', data: false }
  return typeof option === 'object' ? option : { code: option, data: option }
}
