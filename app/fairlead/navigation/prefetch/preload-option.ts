import type { Trigger } from '#fairlead/navigation/prefetch/prefetch-queue.ts'

/**
 * When a link fetches the page that it leads to. A single trigger counts for code and data: `intent` (hover, focus or
 * touch), `viewport` or `render`. `code` fetches the code once the link is in view, and leaves the data to the click.
 * Code and data may have different triggers, or none.
 */
export type PreloadOption = Trigger | 'code' | false | PreloadTriggers

export type PreloadTriggers = { readonly code: Trigger | false; readonly data: Trigger | false }

// Declared beside a type that applications import: their compiler sees it there.
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /**
     * True if the page is on the screen at each click on a link to it: a wait for a response then fails
     * `fairlead instant`. It applies to the routes below too; `false` takes it back.
     */
    instant?: boolean
    /**
     * True if a browser with Speculation Rules may render the page before the click, where a link to it loads a document:
     * its scripts run although nobody may come. It applies to the routes below too; `false` takes it back.
     */
    prerenderDocument?: boolean
  }
}

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
