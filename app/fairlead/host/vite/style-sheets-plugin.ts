import type { Plugin } from 'vite'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

/** Rules that only the beginning of a style sheet may have, and URLs that are relative to its file. */
const OF_A_FILE = /@(?:import|charset|namespace)\b|url\(\s*["']?(?![/#"'\s]|[a-z][a-z\d+.-]*:)/i

/** Text within strings that would end the element, or be taken for a script: its first character is escaped. */
const MARKUP = /<(?=[/!]|script|link)/gi

/** True if the text of a style sheet means the same after another one, in a document. */
export const isMovable = (css: string): boolean => !OF_A_FILE.test(css)

/**
 * Gives the server `virtual:style-sheets`, the texts of the browser's style sheets by URL, which a build has written before
 * it, except for those which have to be files. In the browser, and in dev, there are none.
 */
export function styleSheetsPlugin(): Plugin {
  const styleSheets: Record<string, string> = {}
  let base = '/'
  return {
    name: 'fairlead:style-sheets',
    configResolved: (config) => void (base = config.base),
    ...virtualModules(/^\0?virtual:style-sheets$/, function () {
      const known = this.environment.name === 'ssr' ? styleSheets : {}
      return `export const styleSheets = ${JSON.stringify(known)}`
    }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
          const css = Buffer.from(file.source).toString().trim()
          if (isMovable(css)) styleSheets[base + file.fileName] = css.replaceAll(MARKUP, '\\3c ')
        }
      },
    },
  }
}
