import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the program of all commands in the folder of an application, from its sources or its package. */
export function commandIn(folder: string): string {
  const [sources = '', packed = ''] = ['app', 'node_modules'].map((above) => `${above}/fairlead/cli/bootstrap.mjs`)
  return existsSync(join(folder, sources)) ? sources : packed
}

/** Files of tools that .gitignore does not list. */
const LEFT_BY_TOOLS = ['.git', '.tanstack']

/** Returns the entries of .gitignore as patterns for paths without a trailing slash. */
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

/** Returns the paths of all files that .gitignore does not exclude, from the project's root. Does not need git. */
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

/** Lets the builds of a copy share this project's cache of compressed files, which are named by their inputs. */
export function linkBuildCache(copy: string): void {
  const cache = join(root, '.vinxi/cache')
  mkdirSync(cache, { recursive: true })
  mkdirSync(join(copy, '.vinxi'), { recursive: true })
  symlinkSync(cache, join(copy, '.vinxi/cache'))
}

/**
 * Copies files of the project to another folder, and links its packages there.
 *
 * @param files paths, or new paths with the paths in the project
 */
export function copyFiles(files: readonly string[] | ReadonlyMap<string, string>, to: string): void {
  for (const [path, source] of 'map' in files ? new Map(files.map((file) => [file, file])) : files) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(root, source), join(to, path))
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}
