import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { linkBuildCache, projectFiles, root } from '#tests/harness/project-files.ts'

/** Caches of tools, and npm's record of what is installed, which npm writes in place. */
const NOT_LINKED = /^(\.vite.*|\.cache|\.package-lock\.json)$/

/** Links a file, or copies it where the folders are on different file systems. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

/** Gives a copy packages of its own, by hard links: npm replaces files and does not write into them. */
function linkPackages(copy: string): void {
  const [from, to] = [realpathSync(join(root, 'node_modules')), join(copy, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (NOT_LINKED.test(entry.name)) continue
    if (entry.isDirectory()) linkFolder(join(from, entry.name), join(to, entry.name))
    else linkFile(join(from, entry.name), join(to, entry.name))
  }
  copyFileSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'))
}

/** Copies the project to a folder of its own, with packages that may be added to. */
export function cloneProject(): { folder: string; remove: () => void } {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, 'tests/.tmp/clone-'))
  // PostgreSQL, which tests of the clone start, is another user if they are run by root.
  chmodSync(folder, 0o755)
  for (const path of projectFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  linkPackages(folder)
  linkBuildCache(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
