import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const FILTER = /^virtual:app\//

/** Returns the path of a library's file, which serves an application that lacks its own. */
const own = (file: string): string => fileURLToPath(import.meta.resolve(`#fairlead/${file}`))

/** The files that an application gives the library: the names by which the library imports them, and their paths. */
const FILES: Readonly<Record<string, { file: string; otherwise?: () => string }>> = {
  'virtual:app/site': { file: 'app/site.ts' },
  'virtual:app/server': { file: 'app/server.ts' },
  'virtual:app/env': { file: 'app/env.server.ts', otherwise: () => own('platform/no-variables.server.ts') },
  'virtual:app/session-source': {
    file: 'app/session-source.server.ts',
    otherwise: () => own('sessions/own-session-source.server.ts'),
  },
}

function fileOf(id: string, root: string): string | undefined {
  const found = FILES[id]
  if (found === undefined) return undefined
  const path = resolve(root, found.file)
  if (existsSync(path)) return path
  if (found.otherwise) return found.otherwise()
  throw new Error(`${found.file} is missing: the library imports it as ${id}`)
}

/** Resolves `virtual:app/…` to the application's files, so that Vite tree-shakes and reloads them like any other. */
export function applicationFilesPlugin(root: string): Plugin {
  return {
    name: 'fairlead:application-files',
    enforce: 'pre',
    // Without this the scan for dependencies would take the library's default files for packages.
    config: () => ({ optimizeDeps: { exclude: Object.keys(FILES) } }),
    resolveId: { filter: { id: FILTER }, handler: (id) => fileOf(id, root) },
  }
}

let isRegistered = false

/** Resolves `virtual:app/…` in all modules that Node loads from now on: commands, and the configuration of Vite. */
export function registerApplicationFiles(root = process.cwd()): void {
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve(specifier, context, next) {
      const file = FILTER.test(specifier) ? fileOf(specifier, root) : undefined
      return file === undefined ? next(specifier, context) : next(pathToFileURL(file).href, context)
    },
  })
}
