import { ensureChromium } from '#fairlead/testing/chromium.ts'

/** Installs a browser for a project of vitest.config.ts if there is none: it takes longer than a test may. */
export default function setup(): void {
  process.env.CHROMIUM ??= ensureChromium()
}
