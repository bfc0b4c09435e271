import type { EarlyErrors } from '#app/monitoring/early.ts'

/** How long a busy page may keep the SDK waiting, in milliseconds. */
const PATIENCE = 3_000

/**
 * Loads the SDK once the page is there and has nothing better to do. Errors stay kept until it is loaded; when it cannot
 * be loaded, the page does without.
 */
export function loadMonitoring(early: EarlyErrors): void {
  const load = (): void =>
    void import('#app/monitoring/browser.ts').then(
      ({ startBrowserMonitoring }) => startBrowserMonitoring(early),
      () => {},
    )
  const whenIdle = (): void => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: PATIENCE })
    else setTimeout(load, 1)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}
