import type { EarlyErrors } from '#fairlead/error-reports/early-errors.ts'
import { whenIdle } from '#fairlead/platform/when-idle.ts'

const IDLE_TIMEOUT_MS = 3_000

/**
 * Loads the SDK once the page has loaded, is idle, and is on the screen: a prerendered one may never be. Until then
 * errors are buffered; a failure to load is ignored.
 */
export function loadSentry(early: EarlyErrors): void {
  const load = (): void =>
    void import('#fairlead/error-reports/sentry-client.ts').then(
      ({ startSentry }) => startSentry(early),
      () => {},
    )
  const page: Document & { prerendering?: boolean } = document
  const loadWhenIdle = (): void => {
    if (page.prerendering) page.addEventListener('prerenderingchange', loadWhenIdle, { once: true })
    else whenIdle(load, IDLE_TIMEOUT_MS)
  }
  if (document.readyState === 'complete') loadWhenIdle()
  else addEventListener('load', loadWhenIdle)
}
