import type { EarlyErrors } from '#app/error-reports/early-errors.ts'

/** How long a busy page may keep the SDK waiting, in milliseconds. */
const IDLE_TIMEOUT_MS = 3_000

/**
 * Loads the SDK once the page is there and has nothing better to do. Errors stay kept until it is loaded; when it cannot
 * be loaded, the page does without.
 */
export function loadSentry(early: EarlyErrors): void {
  const load = (): void =>
    void import('#app/error-reports/sentry-client.ts').then(
      ({ startSentry }) => startSentry(early),
      () => {},
    )
  const whenIdle = (): void => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(load, 1)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle)
}
