import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Makes a folder that only its owner can use, and its missing parents. Node's option `recursive` never ends below a
 * folder that refuses new ones with ENOENT, such as /proc.
 *
 * @throws Error of `mkdir` when it cannot be made
 */
export function makeFolder(path: string): void {
  const folder = resolve(path)
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!isFolder(folder)) throw error
  }
}
