import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { withMembers } from '#app/host/vite/plugin-context.ts'

/** A module of a package, as Start asks for it in dev to find out what creates a server function. */
const LOOKUP = /\?server-fn-module-lookup$/

/** Start's compiler: a plugin for each environment. */
const COMPILER = /^tanstack-start-core::server-fn:/

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

/** Lets Start's compiler find no packages without server functions. For a build it loads packages as they are. */
function narrowLookup(transform: Plugin['transform'], isForeign: (id: string) => boolean): void {
  if (typeof transform !== 'object') return
  const { handler } = transform
  transform.handler = function (...call) {
    const resolve: typeof this.resolve = async (...request) => {
      const found = await this.resolve(...request)
      return found && isForeign(found.id) ? null : found
    }
    return handler.apply(withMembers(this, { resolve }), call)
  }
}

/**
 * Answers Start that a package has no server functions, unless it builds on TanStack. Start would have all of the package
 * compiled and parsed for each `const schema = v.object(…)` beside a server function.
 */
export function serverFnLookupPlugin(): Plugin {
  const known = new Map<string, boolean>()
  const isForeign = (id: string) => {
    if (!id.includes(NODE_MODULES)) return false
    const folder = packageFolder(id)
    const isPlain = known.get(folder) ?? !isOfTanStack(folder)
    known.set(folder, isPlain)
    return isPlain
  }
  return {
    name: 'fairlead:server-fn-lookup',
    enforce: 'pre',
    configResolved({ command, plugins }) {
      if (command !== 'build') return
      for (const { name, transform } of plugins) if (COMPILER.test(name)) narrowLookup(transform, isForeign)
    },
    load: {
      filter: { id: LOOKUP },
      handler: (id) => (isForeign(id) ? { code: 'export {}', map: { mappings: '' } } : undefined),
    },
  }
}
