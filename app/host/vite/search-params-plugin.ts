import type { Plugin } from 'vite'

/** The router's import of its own way to read and write search params. */
const SOURCE = /^\.\/searchParams\.js$/
const ROUTER = /router-core\/dist\/esm\/router\.js$/

const NONE = '\0fairlead:no-search-params'

/** Leaves the router's own search params out of the browser: `router.tsx` has others, see search-params.ts. */
export function searchParamsPlugin(): Plugin {
  return {
    name: 'fairlead:search-params',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: {
      filter: { id: SOURCE },
      handler: (_source, importer) => (importer !== undefined && ROUTER.test(importer) ? NONE : undefined),
    },
    load: {
      filter: { id: /fairlead:no-search-params/ },
      handler: (id) => (id === NONE ? 'export let defaultParseSearch, defaultStringifySearch' : undefined),
    },
  }
}
