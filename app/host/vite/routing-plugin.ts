import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { canonicalSources } from '#app/navigation/routing-table/parse/canonical-sources.ts'
import { pathsByLocale } from '#app/navigation/routing-table/match/localized-paths.ts'
import { clientTable } from '#app/navigation/routing-table/client/client-table.ts'
import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import { affectedFiles } from '#app/navigation/routing-table/explain/affected-files.ts'
import { isRightToLeft, languageName } from '#app/host/vite/language-facts.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'

const LANGUAGES = 'virtual:routing'
const PATHS = 'virtual:routing/paths'
const PATHS_OF_LOCALE = 'virtual:routing/paths/'
const REWRITE = 'virtual:routing/rewrite'
const BROWSER_RULES = 'virtual:routing/rules'
const REDIRECTS = 'virtual:routing/redirects'
const SERVER_RULES = 'virtual:routing/server'

/** The file that holds the routing table: `ROUTING_TABLE`, so that tests build with a table of their own. */
export function routingTableFile(root: string): string {
  return resolve(root, process.env.ROUTING_TABLE ?? 'app/routing.ts')
}

/** Reads the table as it is on disk now. Throws `RoutingTableError` with every issue of it. */
export async function readRoutingTable(root: string): Promise<Routing> {
  const file = routingTableFile(root)
  const { default: table } = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as {
    default: Routing
  }
  return table
}

/** The paths of the files in `public/`, which are served before any page: `/favicon.svg`. */
export function publicFiles(root: string): string[] {
  const folder = join(root, 'public')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
    .toSorted()
}

const MODULES = new Set([LANGUAGES, PATHS, REWRITE, BROWSER_RULES, REDIRECTS, SERVER_RULES])

/** Ids that may be of these modules: Vite calls the plugin for no other. */
const OWN = { id: /virtual:routing/ }

/** Parts of the routing table that say what languages there are. */
const LANGUAGE_FACTS = [
  'locales',
  'prefixes',
  'localePrefix',
  'customPrefixes',
  'defaultLocale',
  'domains',
  'localeDetection',
  'trailingSlash',
] as const

const isModule = (id: string): boolean => MODULES.has(id) || id.startsWith(PATHS_OF_LOCALE)

/** The source of a module with one `export const` for each entry, as plain data. */
function moduleOf(constants: Record<string, unknown>): string {
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

/** True when pages can be rendered, and the first URL parsed, without the rules. */
function canLoadLazily({ rewrites: { beforeFiles, afterFiles, fallback }, trailingSlash }: Routing): boolean {
  return !trailingSlash && [beforeFiles, afterFiles, fallback].every((rules) => rules.length === 0)
}

/** The source of `virtual:routing/rewrite`. */
function rewriteModule(routing: Routing, inBrowser: boolean, split: readonly string[]): string {
  const { domains, pathnames, customPrefixes, localePrefix = 'as-needed' } = routing
  const isPlain = domains.length === 0 && !pathnames && !customPrefixes && localePrefix === 'as-needed'
  const noPaths = `export const installPaths = (router, hooks, fetchRules) => fetchRules
export const loadAllPaths = undefined`
  if (isPlain) return `export function urlRewrite() {}\nexport const publicUrl = undefined\n${noPaths}`
  const imports = `import { createUrlRewrite } from '#app/navigation/locale/url-rewrite.ts'
import { languages } from '#app/navigation/locale/locale.ts'
export { publicUrl } from '#app/navigation/locale/public-url-patches.ts'`
  if (!inBrowser || (!pathnames && localePrefix !== 'never'))
    return `${imports}
export const urlRewrite = (host) => createUrlRewrite(languages, host)
${noPaths}`
  const loaders = split.map((locale) => `${JSON.stringify(locale)}: () => import('${PATHS_OF_LOCALE}${locale}')`)
  return `${imports}
import { installLazily } from '#app/navigation/routing-table/client/install-lazily.ts'
import { readFirstPage } from '#app/navigation/locale/first-page.tsx'
export const urlRewrite = (host) => createUrlRewrite(languages, host, { first: readFirstPage() })
const load = { ${loaders.join(', ')} }
const fetchCode = () => import('#app/navigation/routing-table/client/install-paths.ts')
export function installPaths(router, hooks, fetchRules) {
  const fetchPaths = installLazily(async () => (await fetchCode()).installPaths(router, hooks, load))
  return async () => void (await Promise.all([fetchRules?.(), fetchPaths()]))
}
export const loadAllPaths = () => void fetchCode().then((code) => code.loadAllPaths()).catch(() => {})`
}

/**
 * Provides the routing table as virtual modules. It is read and parsed at build time, so that its checks stop a build and
 * neither they nor the parser are shipped.
 *
 * - `virtual:routing`: the languages and `trailingSlash`.
 * - `virtual:routing/paths`: the public paths of pages; `undefined` where they are the routes' own. The browser has those
 *   of languages whose paths are the routes', and loads the others from `virtual:routing/paths/<locale>`.
 * - `virtual:routing/rewrite`: the rewrite that public paths, prefixes and domains need, and what loads public paths in
 *   the browser; empty without them.
 * - `virtual:routing/rules`: the rules in the browser. Without any it is an empty function, so that no engine is
 *   shipped; with redirects alone it is a function that loads them with the engine.
 * - `virtual:routing/redirects`: engine and table of the latter.
 * - `virtual:routing/server`: the whole table, and the public files.
 */
export function routingPlugin(root: string): Plugin {
  return {
    name: 'fairlead:routing',
    resolveId: {
      filter: OWN,
      handler: (id) => (isModule(id) ? `\0${id}` : undefined),
    },
    load: {
      filter: OWN,
      async handler(id) {
        const wanted = id.slice(1)
        if (id[0] !== '\0' || !isModule(wanted)) return
        this.addWatchFile(routingTableFile(root))
        const routing = await readRoutingTable(root)
        if (wanted === LANGUAGES) {
          const facts = Object.fromEntries(LANGUAGE_FACTS.map((name) => [name, routing[name]]))
          const rightToLeft = routing.locales.filter(isRightToLeft)
          const languageNames = Object.fromEntries(routing.locales.map((locale) => [locale, languageName(locale)]))
          const hasDomains = routing.domains.length > 0
          return moduleOf({ ...facts, hasDomains, rightToLeft, languageNames })
        }
        const { pathnames, locales } = routing
        const inBrowser = this.environment.name === 'client'
        const tables = pathsByLocale(locales, pathnames ?? [])
        const split = inBrowser ? locales.filter((locale) => Object.keys(tables[locale] ?? {}).length > 0) : []
        if (wanted.startsWith(PATHS_OF_LOCALE))
          return `export default ${JSON.stringify(tables[wanted.slice(PATHS_OF_LOCALE.length)])}`
        if (wanted === PATHS) {
          const sources = canonicalSources(routing.rewrites, locales)
          if (!pathnames && sources.length === 0) return moduleOf({ paths: undefined, canonicalPaths: undefined })
          const compiled = (list: typeof tables) => `createLocalizedPaths(${JSON.stringify(list)})`
          const here = Object.fromEntries(Object.entries(tables).filter(([locale]) => !split.includes(locale)))
          return `import { createLocalizedPaths } from '#app/navigation/routing-table/match/localized-paths.ts'
export const paths = ${pathnames && compiled(here)}
export const canonicalPaths = ${sources.length > 0 ? compiled(pathsByLocale(locales, sources)) : 'undefined'}`
        }
        if (wanted === REWRITE) return rewriteModule(routing, inBrowser, split)
        const files = publicFiles(root)
        if (wanted === SERVER_RULES) {
          const constants = { table: precompileTable(routing), files }
          if (this.environment.mode !== 'dev') return moduleOf(constants)
          // In dev Vite walks the tree of every module: that of a thousand rules takes half a second.
          return `export const { table, files } = JSON.parse(${JSON.stringify(JSON.stringify(constants))})`
        }

        const table = clientTable(routing)
        if (table === null) return 'export function installRules() {}'
        const prepared = { prepared: table, files: affectedFiles(precompileTable(routing), files) }
        const engine = `import { compileClientTable } from '#app/navigation/routing-table/client/client-resolver.ts'
import { installRules as installTable } from '#app/navigation/routing-table/client/install-rules.ts'
${moduleOf(prepared).replaceAll('export ', '')}const table = compileClientTable(prepared)
`
        const install = '(...args) => installTable(...args, table, files)'
        if (wanted === REDIRECTS) return `${engine}export const install = ${install}`
        if (!canLoadLazily(routing)) return `${engine}export const installRules = ${install}`
        // Rendered links and the first URL do not depend on redirects, so the server needs none.
        if (this.environment.name !== 'client') return 'export function installRules() {}'
        return `import { installLazily } from '#app/navigation/routing-table/client/install-lazily.ts'
let install
const fetchRules = async () => (install = (await import('${REDIRECTS}')).install)
export const installRules = (...args) =>
  install ? install(...args) : installLazily(async () => (await fetchRules())(...args))`
      },
    },
  }
}
