import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { linkPackage } from '#tests/harness/link-package.ts'
import { linkBuildCache, projectFiles, root } from '#tests/harness/project-files.ts'

/** Caches of tools, and npm's record of installed packages, which npm writes in place. */
const NOT_LINKED = /^(\.vite.*|\.cache|\.package-lock\.json)$/

/** Copies the project to a temporary folder, with packages that may be added to. */
export function copyProject(): { folder: string; remove: () => void } {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, 'tests/.tmp/copy-'))
  // Tests of the copy start PostgreSQL, which runs as another user if root runs them.
  chmodSync(folder, 0o755)
  for (const path of projectFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  const [from, to] = [realpathSync(join(root, 'node_modules')), join(folder, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) if (!NOT_LINKED.test(name)) linkPackage(join(from, name), join(to, name))
  copyFileSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'))
  linkBuildCache(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
