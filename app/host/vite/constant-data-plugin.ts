import { resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const FILE = 'app/navigation/loading/constant-data.ts'
const LIST = 'const ssrSerovalPlugins = ['

/**
 * Adds `constantDataPlugin` to the plugins that serialize the data of a document, of which the router exports none. Without
 * it data of `constantData` is serialized for each request.
 */
export function constantDataPlugin(root = process.cwd()): Plugin {
  const file = JSON.stringify(normalizePath(resolve(root, FILE)))
  return {
    name: 'fairlead:constant-data',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /router-core\/dist\/esm\/ssr\/serializer\/seroval-plugins\.ssr\.js$/ },
      handler: (code) => ({
        code: code.replace(LIST, () => `import { constantDataPlugin } from ${file}; ${LIST} constantDataPlugin,`),
        map: null,
      }),
    },
  }
}
