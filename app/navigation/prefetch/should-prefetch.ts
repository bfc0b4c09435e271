/** The browser's data on the visitor and the connection; unknown values are `undefined`. */
export interface PrefetchConditions {
  readonly userAgent: string
  readonly online: boolean
  readonly saveData: boolean | undefined
  readonly effectiveType: string | undefined
}

export type PrefetchPermission =
  | { readonly type: 'allowed' }
  /** Nothing is sent now; requested prefetches wait in the queue until the browser is online. */
  | { readonly type: 'wait'; readonly why: 'offline' }
  | { readonly type: 'refused'; readonly why: 'bot' | 'save-data' | 'slow-connection' }

// Crawlers and link previewers follow links themselves, so a prefetch for them is wasted. Nearly all call themselves
// bot, spider, crawler or preview; the rest are listed by name. CUBOT is a brand of phones. The list of `isbot`, which
// the server uses, would be 8 kB of the browser's code.
const BOT =
  /(?<!cu)bot\b|spider|crawler|preview|slurp|mediapartners|googleother|google-inspection|yandex(?:images|metrika|direct)|facebookexternalhit|facebookcatalog|whatsapp\/|vkshare|tumblr\/|ia_archiver/i

/** Returns true for the user agent of a crawler or link previewer. */
export function isBot(userAgent: string): boolean {
  return BOT.test(userAgent)
}

/**
 * Decides if anything may be prefetched now. Refusals come before waiting: a bot that is offline is refused.
 * Navigations are not subject to it.
 */
export function shouldPrefetch(conditions: PrefetchConditions): PrefetchPermission {
  if (isBot(conditions.userAgent)) return { type: 'refused', why: 'bot' }
  if (conditions.saveData === true) return { type: 'refused', why: 'save-data' }
  if (conditions.effectiveType === '2g' || conditions.effectiveType === 'slow-2g') {
    return { type: 'refused', why: 'slow-connection' }
  }
  return conditions.online ? { type: 'allowed' } : { type: 'wait', why: 'offline' }
}

/** The part of `navigator` that is read. `connection` exists in Chromium only. */
export interface NavigatorLike {
  readonly userAgent: string
  readonly onLine: boolean
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}

/** Reads the current conditions; call it for each decision, since connections change. */
export function readConditions(navigator: NavigatorLike): PrefetchConditions {
  return {
    userAgent: navigator.userAgent,
    online: navigator.onLine,
    saveData: navigator.connection?.saveData,
    effectiveType: navigator.connection?.effectiveType,
  }
}
