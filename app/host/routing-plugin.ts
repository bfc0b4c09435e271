import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const VIRTUAL_ID = 'virtual:routing'

/** The file that holds the routing table: `ROUTING_TABLE`, so that tests build with a table of their own. */
export function routingTableFile(root: string): string {
  return resolve(root, process.env.ROUTING_TABLE ?? 'app/routing.ts')
}

/**
 * Serves `virtual:routing`: what the browser needs to know of the routing table. The table itself is read here, at
 * build time, so that its checks stop a build and none of their code is shipped.
 */
export function routingPlugin(root: string): Plugin {
  return {
    name: 'fairlead:routing',
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL_ID}`) return
      const file = routingTableFile(root)
      this.addWatchFile(file)
      const { default: table } = (await import(pathToFileURL(file).href)) as typeof import('#app/routing.ts')
      return `export const locales = ${JSON.stringify(table.locales)}
export const defaultLocale = ${JSON.stringify(table.defaultLocale)}`
    },
  }
}
