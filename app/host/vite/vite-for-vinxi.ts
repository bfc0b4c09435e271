import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createServer as createViteServer, type InlineConfig } from 'vite'

// Besides createServer, all that vinxi's dev server imports from Vite.
export { searchForWorkspaceRoot } from 'vite'

/** Folder of vinxi's own scripts. */
const OWN_SCRIPTS = '/node_modules/vinxi/'

/** Loads vinxi's own scripts by Node, and by a Vite server those that an application names as `server.plugins`. */
function createScriptLoader() {
  let server: ReturnType<typeof createViteServer> | undefined
  return {
    async ssrLoadModule(file: string): Promise<unknown> {
      const path = file.replaceAll('\\', '/')
      if (path.includes(OWN_SCRIPTS)) return import(pathToFileURL(file).href)
      return (await (server ??= createViteServer())).ssrLoadModule(file)
    },
    close: async () => (await server)?.close(),
  }
}

/**
 * Creates a Vite server, as vinxi asks for it; without options just what loads scripts. vinxi starts such a second server for
 * two of its own, and it would watch every file of the project before the first page.
 */
export function createServer(options: InlineConfig): ReturnType<typeof createViteServer> | object {
  return Object.keys(options).length > 0 ? createViteServer(options) : createScriptLoader()
}

/** Gives vinxi's dev server this module where it imports Vite. */
export function redirectVinxi(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vite' && context.parentURL?.endsWith('/vinxi/lib/dev-server.js')
        ? { url: import.meta.url, shortCircuit: true }
        : next(specifier, context),
  })
}
