import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns true for a file that can be executed. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the path of an installed Chromium: `CHROMIUM`, else one of the system.
 *
 * @throws Error if `CHROMIUM` is not an executable
 */
export function findChromium(): string | undefined {
  const asked = process.env.CHROMIUM
  if (asked) {
    if (!isExecutable(asked))
      throw new Error(
        `CHROMIUM: ${JSON.stringify(asked)} is not an executable; allowed: the path of a Chromium, or unset`,
      )
    return asked
  }
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}
