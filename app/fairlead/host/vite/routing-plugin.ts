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

/** The file that holds the routing table: `ROUTING_TABLE`, so that tests build with a table of their own. */
export function routingTableFile(root: string): string {
  return resolve(root, process.env.ROUTING_TABLE ?? 'app/routing.ts')
}

/** Reads the table as it is on disk now. @throws RoutingTableError with every issue of it */
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

/** The browser gets no code that the table does not need. */
const fileOf = (name: string): string => {
  const file = import.meta.resolve(`#fairlead/navigation/routing-table/client/${name}.ts`)
  return `export * from ${JSON.stringify(fileURLToPath(file))}\n`
}

/** True when pages can be rendered, and the first URL parsed, without the rules. */
function canLoadLazily({ rewrites: { beforeFiles, afterFiles, fallback }, trailingSlash }: Routing): boolean {
  return !trailingSlash && [beforeFiles, afterFiles, fallback].every((rules) => rules.length === 0)
}

/** The public paths of each locale. The browser loads those of a locale whose paths are not the routes' own. */
function readPaths({ routing: { locales, pathnames }, inBrowser }: Input) {
  const tables = pathsByLocale(locales, pathnames ?? [])
  const loaded = inBrowser ? locales.filter((locale) => Object.keys(tables[locale] ?? {}).length > 0) : []
  return { tables, loaded }
}

/**
 * The table is read and parsed at build time, so that its checks stop a build and neither they nor the parser are shipped.
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
  /** The public paths of pages; `undefined` where they are the routes' own. */
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
  /** The rewrite that public paths, prefixes and domains need, and what loads public paths in the browser. */
  'virtual:routing/rewrite': ({ routing, inBrowser }) => {
    const { domains, pathnames, customPrefixes, localePrefix = 'as-needed' } = routing
    const isPlain = domains.length === 0 && !pathnames && !customPrefixes && localePrefix === 'as-needed'
    if (isPlain) return fileOf('public-urls-none')
    return fileOf(inBrowser && (pathnames || localePrefix === 'never') ? 'public-urls-lazy' : 'public-urls')
  },
  /** What makes a router follow redirects and rewrites. The browser loads redirects alone with the engine. */
  'virtual:routing/rules': ({ routing, inBrowser }) => {
    if (clientTable(routing) === null) return fileOf('rules-none')
    if (!canLoadLazily(routing)) return fileOf('rules')
    return fileOf(inBrowser ? 'rules-lazy' : 'rules-none')
  },
  'virtual:routing/table': ({ routing, root }) =>
    moduleOf({ prepared: clientTable(routing), files: affectedFiles(routing, publicFiles(root)) }),
  'virtual:routing/server': ({ routing, root, isDev }) => {
    const constants = { table: routing, files: publicFiles(root) }
    // In dev Vite walks the tree of every module: that of a thousand rules takes half a second.
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
