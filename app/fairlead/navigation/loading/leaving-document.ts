import { takeEarlyEvents } from '#fairlead/platform/early-events.ts'

/** Longest wait for the next document, in milliseconds: then it was a download, or the visitor has stopped it. */
const LEAVING_MS = 10_000

let leaving = Promise.resolve()

function leave(): void {
  leaving = new Promise((resolve) => setTimeout(resolve, LEAVING_MS))
}

/**
 * Resolves at once, or, while the visitor is leaving the document, after the longest wait for the next one. Firefox ends a
 * page's requests when another document is requested, so code fails to load although nothing is wrong with it, and a
 * reload would replace the visitor's navigation.
 */
export const untilStaying = (): Promise<void> => leaving

/**
 * Watches whether the visitor leaves the document. Returns the function that stops it: call it once the page hydrates,
 * because older versions of Firefox keep no page with such a listener in their back/forward cache.
 */
export function watchLeaving(): () => void {
  if (takeEarlyEvents(window, ['beforeunload']).length > 0) leave()
  addEventListener('beforeunload', leave)
  return () => removeEventListener('beforeunload', leave)
}
