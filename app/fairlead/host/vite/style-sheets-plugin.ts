import type { Plugin } from 'vite'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'

/** Rules that have to come first in a style sheet, and URLs that are relative to its file. */
const OF_A_FILE = /@(?:import|charset|namespace)\b|url\(\s*["']?(?![/#"'\s]|[a-z][a-z\d+.-]*:)/i

/** Text within strings that would end the element, or look like a script. Its first character is escaped. */
const MARKUP = /<(?=[/!]|script|link)/gi

/** True if a style sheet means the same in a document, after another one. */
export const isMovable = (css: string): boolean => !OF_A_FILE.test(css)

/**
 * Provides `virtual:style-sheets` on the server: the texts of the browser's style sheets by URL, except sheets that
 * have to be files. The browser's build has written them before. The module is empty in the browser and in dev.
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
