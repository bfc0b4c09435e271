import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** The id of the module that replaces the transport. Besides `serverFnFetcher` it exports `loadTransport`. */
export const LAZY_TRANSPORT = 'virtual:lazy-transport'

const PACKAGE = '@tanstack/start-client-core'

/**
 * Returns the code of a module that loads the transport with `loadTransport`, or on the first call. Later calls do not
 * import it again: even for a loaded module an import takes a task, before which the browser may render a frame.
 */
export const lazyTransportModule = (id: string): string => `let loaded;
export const loadTransport = () => import(${JSON.stringify(id)}).then(({ serverFnFetcher }) => (loaded = serverFnFetcher));
export const serverFnFetcher = async (...call) => (loaded ?? (await loadTransport()))(...call);`

/** Returns the module that calls functions, and the module of the transport; undefined if they have other names. */
function modulesIn(packages: string): { caller: string; transport: string } | undefined {
  const folder = join(packages, PACKAGE, 'dist/esm/client-rpc')
  const find = (file: string, text: RegExp): string | undefined => {
    const path = join(folder, file)
    return existsSync(path) && text.test(readFileSync(path, 'utf8')) ? normalizePath(realpathSync(path)) : undefined
  }
  const caller = find('createClientRpc.js', /^import \{ serverFnFetcher \} from "\.\/serverFnFetcher\.js"/m)
  const transport = find('serverFnFetcher.js', /^export \{ serverFnFetcher\b/m)
  return caller !== undefined && transport !== undefined ? { caller, transport } : undefined
}

/**
 * Loads the transport of server functions, with its serializer, after hydration: 11 kB of the 142 kB of compressed
 * JavaScript that a page would load first. Start links it into its entry, because server functions may be values in a
 * page's data, and has no option against that (decision 011). So one import of the package is resolved to a module that
 * loads the transport later. If a newer version has no such import, the build warns and leaves the transport where it is.
 *
 * @param packages the folder of the package; its other copies, which other packages bring, are left alone
 */
export function lazyTransportPlugin(packages = 'node_modules'): Plugin {
  const modules = modulesIn(packages)
  return {
    name: 'fairlead:lazy-transport',
    apply: 'build',
    // Vite resolves paths before other plugins see them.
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      if (modules) return
      this.warn(
        `${PACKAGE}: createClientRpc.js does not import serverFnFetcher from ./serverFnFetcher.js, or is not in ${packages}. ` +
          'So each page loads 11 kB more of compressed JavaScript before it is interactive. A newer fairlead may know the import.',
      )
    },
    resolveId: {
      filter: { id: /^(\.\/serverFnFetcher\.js|\0?virtual:lazy-transport)$/ },
      handler: (id, importer) =>
        id.startsWith('.') && importer !== modules?.caller ? undefined : `\0${LAZY_TRANSPORT}`,
    },
    load: {
      filter: { id: /^\0virtual:lazy-transport$/ },
      handler: () => (modules ? lazyTransportModule(modules.transport) : 'export async function loadTransport() {}'),
    },
  }
}
