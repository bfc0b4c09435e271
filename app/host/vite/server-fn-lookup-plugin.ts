import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** A module of a package, as Start asks for it in dev to find out what creates a server function. */
const LOOKUP = /\?server-fn-module-lookup$/

const NODE_MODULES = '/node_modules/'

/** Returns the folder of the package that a file is in. */
function packageFolder(file: string): string {
  const start = file.lastIndexOf(NODE_MODULES) + NODE_MODULES.length
  const [scope = '', name = ''] = file.slice(start).split('/', 2)
  return file.slice(0, start) + (scope.startsWith('@') ? `${scope}/${name}` : scope)
}

/** Tells whether a package may create server functions. Start itself asks for a peer dependency on one of its own. */
function isOfTanStack(folder: string): boolean {
  try {
    return readFileSync(`${folder}/package.json`, 'utf8').includes('"@tanstack/')
  } catch {
    return true
  }
}

/**
 * In dev: answers Start that a package has no server functions, unless it builds on TanStack. Start would have all of the
 * package compiled and parsed for each `const schema = v.object(…)` beside a server function.
 */
export function serverFnLookupPlugin(): Plugin {
  return {
    name: 'fairlead:server-fn-lookup',
    apply: 'serve',
    enforce: 'pre',
    load: {
      filter: { id: LOOKUP },
      handler: (id) =>
        id.includes(NODE_MODULES) && !isOfTanStack(packageFolder(id))
          ? { code: 'export {}', map: { mappings: '' } }
          : undefined,
    },
  }
}
