import type { EarlyErrors } from '#app/monitoring/early.ts'
import { readBrowserSettings } from '#app/monitoring/settings.functions.ts'

/** How long a busy page may keep the SDK waiting, in milliseconds. */
const PATIENCE = 3_000

/**
 * Loads the SDK once the page is there and has nothing better to do. Errors stay kept until it is loaded; when it cannot
 * be loaded, the page does without.
 */
export function loadMonitoring(early: EarlyErrors): void {
  const load = async (): Promise<void> => {
    const settings = readBrowserSettings()
    const router = window.__TSR_ROUTER__
    if (!settings || !router) return
    const { startBrowserMonitoring } = await import('#app/monitoring/browser.ts')
    startBrowserMonitoring(router, settings, early)
  }
  const start = (): void => void load().catch(() => {})
  const whenIdle = (): void => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: PATIENCE })
    else setTimeout(start, 1)
  }
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}
