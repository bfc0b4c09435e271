import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { LIMITS } from '#app/from-next/limits.ts'
import { SourceError } from '#app/from-next/source-error.ts'

/** Folders with nothing that a person wrote for the application. */
const IGNORED = new Set(['node_modules', '__tests__', '__mocks__'])

/** Those at the root: below the routes they are segments. */
const IGNORED_AT_ROOT = new Set(['out', 'dist', 'build', 'coverage', 'e2e', 'cypress', 'tests', 'test'])

/** Returns the real path of what a link leads to; `undefined` if it leads nowhere. */
function linkTarget(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/**
 * Returns the files of an application, from its root, in order. Links are not followed: what they lead to is read at its
 * own place.
 *
 * @param root a real path
 * @throws SourceError if a link leads out of the folder, or if there are too many files
 */
export function listFiles(root: string): string[] {
  const files: string[] = []
  const folders = ['']
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (IGNORED.has(entry.name) || IGNORED_AT_ROOT.has(path) || entry.name.startsWith('.')) continue
      count += 1
      if (count > LIMITS.entries) {
        throw new SourceError(
          `${root} has more than ${LIMITS.entries} files and folders; name the folder of one application`,
        )
      }
      if (entry.isSymbolicLink()) {
        const target = linkTarget(join(root, path))
        if (target !== undefined && target !== root && !target.startsWith(root + sep)) {
          throw new SourceError(
            `${path} is a symbolic link that leads out of ${root}, to ${target}; copy what it leads to`,
          )
        }
      } else if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push(path)
    }
  }
  return files.toSorted()
}

/** Returns true for a file of at most `LIMITS.fileBytes`. */
export function isReadable(path: string): boolean {
  return statSync(path).size <= LIMITS.fileBytes
}
