/** Calls back once the browser has nothing to do, or after so many milliseconds. */
export function whenIdle(callback: () => void, timeout: number): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout })
  else setTimeout(callback, 200)
}
