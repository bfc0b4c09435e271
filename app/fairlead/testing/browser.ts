import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { launchOptions } from '#fairlead/testing/chromium.ts'

/** Time for a step in the browser: a slow machine that runs other suites too needs long. */
export const STEP_MS = 30_000

let launched: Promise<Browser> | undefined

/** Returns the Chromium of this process. It ends with the process, and serves all test files until then. */
export function launchedBrowser(): Promise<Browser> {
  return (launched ??= chromium.launch(launchOptions()))
}

/** Opens an empty page in a new profile. */
export async function pageInNewProfile(options: BrowserContextOptions): Promise<Page> {
  const context = await (await launchedBrowser()).newContext(options)
  context.setDefaultTimeout(STEP_MS)
  return context.newPage()
}
