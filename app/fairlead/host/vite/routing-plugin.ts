import { readdirSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { canonicalSources } from '#fairlead/navigation/routing-table/parse/canonical-sources.ts'
import { pathsByLocale } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import { affectedFiles, clientTable } from '#fairlead/navigation/routing-table/parse/client-table.ts'
import { intlLocale, isRightToLeft, languageName } from '#fairlead/host/vite/language-facts.ts'
import { virtualModules } from '#fairlead/host/vite/virtual-modules.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'

const PATHS_OF_LOCALE = 'virtual:routing/paths/'

/** Returns the file of the routing table: `ROUTING_TABLE` if it is set, so that tests can build with another table. */
export function routingTableFile(root: string): string {
  return resolve(root, process.env.ROUTING_TABLE ?? 'app/routing.ts')
}

/** Reads the table that is on disk now. @throws RoutingTableError with every issue of it */
export async function readRoutingTable(root: string): Promise<Routing> {
  const file = routingTableFile(root)
  const { default: table } = (await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)) as {
    default: Routing
  }
  return table
}

/** Returns the paths of the files in `public/`, which take precedence over pages: `/favicon.svg`. */
export function publicFiles(root: string): string[] {
  const folder = join(root, 'public')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`)
    .toSorted()
}

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

type Input = { readonly routing: Routing; readonly root: string; readonly inBrowser: boolean; readonly isDev: boolean }

function moduleOf(constants: Record<string, unknown>): string {
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

/**
 * Returns a module with a variant of the client's code, so that the browser gets no code that the table does not need.
 */
const fileOf = (name: string): string => {
  const file = import.meta.resolve(`#fairlead/navigation/routing-table/client/${name}.ts`)
  return `export * from ${JSON.stringify(fileURLToPath(file))}\n`
}

/** True if pages can be rendered, and the first URL parsed, without the rules. */
function canLoadLazily({ rewrites: { beforeFiles, afterFiles, fallback }, trailingSlash }: Routing): boolean {
  return !trailingSlash && [beforeFiles, afterFiles, fallback].every((rules) => rules.length === 0)
}

/** Returns the public paths of each locale. The browser loads a locale's paths only if they differ from the routes. */
function readPaths({ routing: { locales, pathnames }, inBrowser }: Input) {
  const tables = pathsByLocale(locales, pathnames ?? [])
  const loaded = inBrowser ? locales.filter((locale) => Object.keys(tables[locale] ?? {}).length > 0) : []
  return { tables, loaded }
}

/**
 * The modules of the routing table. It is read and parsed at build time, so that its faults stop a build, and the
 * browser gets neither the checks nor the parser.
 */
const MODULES: Readonly<Record<string, (input: Input) => string>> = {
  'virtual:routing': ({ routing }) =>
    moduleOf({
      ...Object.fromEntries(LANGUAGE_FACTS.map((name) => [name, routing[name]])),
      hasDomains: routing.domains.length > 0,
      hasBeside: routing.beside !== undefined,
      besidePaths: routing.beside && [...routing.beside.keep, ...Object.keys(routing.beside.share)],
      rightToLeft: routing.locales.filter(isRightToLeft),
      languageNames: Object.fromEntries(routing.locales.map((locale) => [locale, languageName(locale)])),
      intlLocales: Object.fromEntries(routing.locales.map((locale) => [locale, intlLocale(locale)])),
    }),
  /** The public paths of pages; `undefined` if they are the same as in the routes. */
  'virtual:routing/paths': ({ routing: { pathnames, rewrites, locales } }) => {
    const hasPaths = pathnames || canonicalSources(rewrites, locales).length > 0
    return hasPaths ? fileOf('paths') : moduleOf({ paths: undefined, canonicalPaths: undefined })
  },
  'virtual:routing/path-tables': (input) => {
    const { pathnames, rewrites, locales } = input.routing
    const { tables, loaded } = readPaths(input)
    const sources = canonicalSources(rewrites, locales)
    const here = Object.fromEntries(Object.entries(tables).filter(([locale]) => !loaded.includes(locale)))
    return moduleOf({
      tables: pathnames && here,
      canonicalTables: sources.length > 0 ? pathsByLocale(locales, sources) : undefined,
    })
  },
  'virtual:routing/path-loaders': (input) => {
    const loaders = readPaths(input).loaded.map(
      (locale) => `${JSON.stringify(locale)}: () => import('${PATHS_OF_LOCALE}${locale}')`,
    )
    return `export const loaders = { ${loaders.join(', ')} }\n`
  },
  /** The rewrite for public paths, prefixes and domains, and the code that loads public paths in the browser. */
  'virtual:routing/rewrite': ({ routing, inBrowser }) => {
    const { domains, pathnames, customPrefixes, localePrefix = 'as-needed' } = routing
    const isPlain = domains.length === 0 && !pathnames && !customPrefixes && localePrefix === 'as-needed'
    if (isPlain) return fileOf('public-urls-none')
    return fileOf(inBrowser && (pathnames || localePrefix === 'never') ? 'public-urls-lazy' : 'public-urls')
  },
  /**
   * The code that makes a router follow redirects and rewrites. In the browser, a table with redirects only is loaded
   * with the engine.
   */
  'virtual:routing/rules': ({ routing, inBrowser }) => {
    if (clientTable(routing) === null) return fileOf('rules-none')
    if (!canLoadLazily(routing)) return fileOf('rules')
    return fileOf(inBrowser ? 'rules-lazy' : 'rules-none')
  },
  'virtual:routing/table': ({ routing, root }) =>
    moduleOf({ prepared: clientTable(routing), files: affectedFiles(routing, publicFiles(root)) }),
  'virtual:routing/server': ({ routing, root, isDev }) => {
    const constants = { table: routing, files: publicFiles(root) }
    // In dev Vite walks the syntax tree of every module, which takes half a second for a thousand rules.
    if (isDev) return `export const { table, files } = JSON.parse(${JSON.stringify(JSON.stringify(constants))})`
    return moduleOf(constants)
  },
}

export function routingPlugin(root: string): Plugin {
  return {
    name: 'fairlead:routing',
    ...virtualModules(/^\0?virtual:routing/, async function (id) {
      this.addWatchFile(routingTableFile(root))
      const routing = await readRoutingTable(root)
      const { name: environment, mode } = this.environment
      const input: Input = { routing, root, inBrowser: environment === 'client', isDev: mode === 'dev' }
      if (!id.startsWith(PATHS_OF_LOCALE)) return MODULES[id]?.(input)
      return `export default ${JSON.stringify(readPaths(input).tables[id.slice(PATHS_OF_LOCALE.length)])}`
    }),
  }
}
