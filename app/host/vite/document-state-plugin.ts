import { resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** Parts of the router's code that are replaced, with what the replacement imports. */
const REPLACED = [
  {
    code: 'const ssrSerovalPlugins = [',
    by: 'const ssrSerovalPlugins = [ constantDataPlugin,',
    imported: 'constantDataPlugin',
    from: 'app/locales/constant-data.ts',
  },
  {
    code: 'crossSerializeStream(dehydratedRouter,',
    by: 'serializeState(crossSerializeStream, dehydratedRouter,',
    imported: 'serializeState',
    from: 'app/server/render/serialize-state.ts',
  },
]

/**
 * Serializes the state of documents by `serializeState`, and data of `constantData` by its plugin: the router has an option
 * for neither. Without them seroval visits each value for each request.
 */
export function documentStatePlugin(root = process.cwd()): Plugin {
  return {
    name: 'fairlead:document-state',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /router-core\/dist\/esm\/ssr\/(serializer\/seroval-plugins\.ssr|ssr-server)\.js$/ },
      handler(source) {
        for (const { code, by, imported, from } of REPLACED) {
          const file = JSON.stringify(normalizePath(resolve(root, from)))
          if (source.includes(code))
            return { code: `import { ${imported} } from ${file}; ${source.replace(code, () => by)}`, map: null }
        }
        return undefined
      },
    },
  }
}
