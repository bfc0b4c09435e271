import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Names of programs, best first: the headless shell has no window, and needs a quarter less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @throws Error if `CHROMIUM` is not an executable */
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
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}
