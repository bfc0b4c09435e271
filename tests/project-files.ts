import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** What tools leave beside the project without being named in .gitignore. */
const LEFT_BY_TOOLS = ['.git', '.tanstack']

/** The names and paths that .gitignore leaves out, as patterns on a path without a slash at its end. */
function ignored(): RegExp[] {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
  return [...lines, ...LEFT_BY_TOOLS]
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const pattern = line
        .replace(/^\//, '')
        .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
        .replaceAll('*', '[^/]*')
      return new RegExp(line.slice(0, -1).includes('/') ? `^${pattern}$` : `(^|/)${pattern}$`)
    })
}

/** Every file that belongs to the project, as paths from its root: all but what .gitignore names. Needs no git. */
export function projectFiles(): string[] {
  const patterns = ignored()
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (patterns.some((pattern) => pattern.test(path))) return []
      return entry.isDirectory() ? walk(path) : [path]
    })
  return walk('').toSorted()
}

/** Copies files of the project to a folder of their own, with the packages it has. */
export function copyFiles(paths: readonly string[], to: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(root, path), join(to, path))
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}
