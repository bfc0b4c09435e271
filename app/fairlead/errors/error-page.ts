import type { AnyRouteMatch } from '@tanstack/react-router'

/**
 * Returns the error page's headline. It is the same in every language, and the same as in Next.js, so that a search
 * finds it.
 */
export function errorHeadline(side: 'server' | 'client'): string {
  const source = side === 'server' ? 'server logs' : 'browser console'
  return `Application error: a ${side}-side exception has occurred (see the ${source} for more information).`
}

/**
 * True if the page already has a robots tag. Segments below a failed one are not rendered, so their tags do not count.
 */
export function hasRobots(matches: readonly Pick<AnyRouteMatch, 'status' | 'meta'>[]): boolean {
  const failed = matches.findIndex(({ status }) => status !== 'success')
  const shown = failed < 0 ? matches : matches.slice(0, failed + 1)
  return shown.some(({ meta }) => meta?.some((tag) => tag?.name === 'robots'))
}

/**
 * True if the browser has translated the page. It has then moved texts into new elements, and React fails when it
 * removes a text or inserts something before it. Chrome marks the document, Edge each text.
 */
export function isTranslated(): boolean {
  return document.querySelector('html[class*=translated-], [_msttexthash], font > font') !== null
}
