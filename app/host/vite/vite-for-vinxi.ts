import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { createServer as createViteServer, type InlineConfig } from 'vite'

// Besides createServer, all that vinxi's dev server imports from Vite.
export { searchForWorkspaceRoot } from 'vite'

/**
 * Creates a Vite server, as vinxi asks for it; without options just what loads modules, by Node. vinxi starts such a second
 * server for two scripts of its own, and it would watch every file of the project before the first page.
 */
export function createServer(options: InlineConfig): ReturnType<typeof createViteServer> | object {
  if (Object.keys(options).length > 0) return createViteServer(options)
  return { ssrLoadModule: (file: string): Promise<unknown> => import(pathToFileURL(file).href), close: () => {} }
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
