import type { Plugin } from 'vite'

/** The line of Rolldown's runtime that makes an export of a CommonJS module readable from an ES module. */
const GETTER = 'get: ((k) => from[k]).bind(null, key),'

/** The same for exports that are no accessors. */
const VALUE = `...((desc = __getOwnPropDesc(from, key)) && "value" in desc ? { value: desc.value } : { ${GETTER} }),`

/**
 * Copies the exports of a CommonJS module once it has run, as Node does. Rolldown reads them through a bound function each
 * time, which V8 does not compile into its callers. React is such a module, and each element and hook reads an export.
 */
export function commonjsExportsPlugin(): Plugin {
  return {
    name: 'fairlead:commonjs-exports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replace(GETTER, () => VALUE)
      }
    },
  }
}
