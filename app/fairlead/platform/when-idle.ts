/** Calls back when the browser is idle, or after `timeout` milliseconds. */
export function whenIdle(callback: () => void, timeout: number): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout })
  else setTimeout(callback, 200)
}
