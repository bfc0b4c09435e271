import type { Plugin } from 'vite'

const MODULE = 'virtual:style-sheets'

/**
 * Gives the server `virtual:style-sheets`, the texts of the browser's style sheets by URL, which a build has written before
 * it. In the browser, and in dev, there are none.
 */
export function styleSheetsPlugin(): Plugin {
  const styleSheets: Record<string, string> = {}
  let base = '/'
  return {
    name: 'fairlead:style-sheets',
    configResolved: (config) => void (base = config.base),
    resolveId: {
      filter: { id: /^virtual:style-sheets$/ },
      handler: () => `\0${MODULE}`,
    },
    load: {
      filter: { id: /^\0virtual:style-sheets$/ },
      handler() {
        const known = this.environment.name === 'ssr' ? styleSheets : {}
        return `export const styleSheets = ${JSON.stringify(known)}`
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          // As in a string of CSS: the text of a style element ends with the first `</style`.
          styleSheets[base + file.fileName] = String(file.source).trim().replaceAll('</', '<\\/')
        }
      },
    },
  }
}
