import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** A fault of the application that is read, with what to do about it. Its message is printed as it is. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** Limits of what the command reads, writes and asks. */
export const LIMITS = {
  /** Files and folders of an application, except ignored ones. */
  entries: 10_000,
  /** A larger file is reported and not read. */
  fileBytes: 1_000_000,
  /** Bytes of `public` that are copied. */
  publicBytes: 200_000_000,
  /** Brackets within brackets. The parser's own stack ends at a few thousand. */
  nesting: 500,
  /** Time that `next.config` may take, with `--config`. */
  configMs: 10_000,
  /** Characters of what `next.config` returns. */
  configChars: 1_000_000,
  /** URLs that are compared. */
  urls: 500,
  /** Time that a server may take to respond. */
  requestMs: 10_000,
  /** Pages whose links are clicked, links of each, and time that a click may take. */
  clickPages: 20,
  clickLinks: 10,
  clickMs: 5_000,
  /** Characters of a page that are read. */
  pageChars: 1_000_000,
} as const

/** Folders with nothing that a person wrote for the application. */
const IGNORED = new Set(['node_modules', '__tests__', '__mocks__'])

/** Ignored at the root only: below the routes these names are segments. */
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

/**
 * Reads a file as text.
 *
 * @throws SourceError unless it is a regular file of at most `LIMITS.fileBytes`
 */
export function readSmallFile(root: string, path: string): string {
  const stats = statSync(join(root, path))
  if (!stats.isFile()) throw new SourceError(`${path} is not a regular file`)
  if (stats.size > LIMITS.fileBytes) throw new SourceError(`${path} is larger than ${LIMITS.fileBytes / 1_000_000} MB`)
  return readFileSync(join(root, path), 'utf8')
}

/** Returns true for a file of at most `LIMITS.fileBytes`. */
export function isReadable(path: string): boolean {
  return statSync(path).size <= LIMITS.fileBytes
}
