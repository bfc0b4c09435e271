import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressIn, paramName } from './addresses.ts'
import { type NextApplication, importedConstants } from './read-application.ts'
import { SourceError, isReadable } from './source.ts'
import { constantsOf, staticValue } from './static-value.ts'
import type { FairleadApplication } from './fairlead-application.ts'

/** The languages of an application, and the place in its source. */
export type Languages = NonNullable<ReturnType<typeof asLanguages>>

function asLanguages(value: unknown, path: string, line: number, isNextIntl: boolean) {
  const { locales, defaultLocale, localePrefix, domains, localeDetection, pathnames } = (value ?? {}) as Record<
    string,
    unknown
  >
  if (!Array.isArray(locales) || locales.length === 0 || !locales.every((locale) => typeof locale === 'string'))
    return undefined
  const prefix = typeof localePrefix === 'object' && localePrefix ? localePrefix : { mode: localePrefix ?? undefined }
  const { mode = 'always', prefixes } = prefix as { mode?: unknown; prefixes?: unknown }
  return {
    path,
    line,
    locales: locales as readonly string[],
    defaultLocale: typeof defaultLocale === 'string' ? defaultLocale : (locales[0] ?? 'en'),
    domains,
    localeDetection,
    pathnames,
    /** The option of next-intl: the mode, and prefixes that replace the names of languages. */
    localePrefix: isNextIntl ? { mode, prefixes } : undefined,
  }
}

export function readLanguages(application: NextApplication): Languages | undefined {
  const { config, modules } = application
  const i18n = config?.entries.get('i18n')
  const own = config && i18n ? asLanguages(i18n.value?.value, config.path, i18n.line, false) : undefined
  if (own) return own
  for (const module of modules.values()) {
    const { facts, source, path } = module
    const call = facts.calls.find(({ name }) => name === 'next-intl/routing#defineRouting')
    const [argument] = call?.node.arguments ?? []
    if (!call || !argument) continue
    const constants = new Map([...importedConstants(module, application), ...constantsOf(source.program)])
    const languages = asLanguages(staticValue(argument, constants)?.value, path, call.line, true)
    if (languages) return languages
  }
  if (belowLanguage(application)) return undefined
  for (const { facts, path } of modules.values())
    for (const { name, node, line } of facts.elements) {
      const attributes = /^(global#html|next\/document#Html)$/.test(name) ? node.openingElement.attributes : []
      const lang = attributes.find((each) => each.type === 'JSXAttribute' && each.name.name === 'lang')
      const value = lang?.type === 'JSXAttribute' && lang.value ? addressIn(lang.value) : undefined
      const languages = asLanguages({ locales: [value] }, path, line, false)
      if (languages) return languages
    }
  return undefined
}

/**
 * Reads `messages/<locale>.json` of next-intl, each of whose keys at the top is a namespace.
 *
 * @throws SourceError for a file that is not JSON
 */
export function readMessages({ root, files }: NextApplication, locales: readonly string[]) {
  return files.flatMap((path) => {
    const [, locale] = /^(?:src\/)?(?:messages|locales|i18n\/messages)\/([\w-]+)\.json$/.exec(path) ?? []
    if (locale === undefined || !locales.includes(locale) || !isReadable(join(root, path))) return []
    try {
      const all = Object.entries((JSON.parse(readFileSync(join(root, path), 'utf8')) ?? {}) as object)
      const isNamespace = (entry: [string, unknown]): entry is [string, object] =>
        typeof entry[1] === 'object' && entry[1] !== null && /^\w+$/.test(entry[0])
      const others = all.filter((entry) => !isNamespace(entry)).map(([name]) => name)
      return [{ path, locale, namespaces: Object.fromEntries(all.filter(isNamespace)), others }]
    } catch (error) {
      throw new SourceError(`${path} is not JSON: ${(error as Error).message}`)
    }
  })
}

/**
 * Returns the segment above the new routes: `/{-$locale}` if a URL may contain the language. The routes of an
 * application with one language are at the root.
 */
export function localeSegment(application: NextApplication, languages: Languages | undefined): '' | '/{-$locale}' {
  const isLocalized = languages ? isNamed(languages) : belowLanguage(application) !== undefined
  return isLocalized ? '/{-$locale}' : ''
}

/** Returns a module whose route begins with the language. */
const belowLanguage = ({ modules }: NextApplication) =>
  [...modules.values()].find(({ convention }) => convention?.localeParam !== undefined)

const isNamed = ({ locales, localePrefix }: Languages): boolean => locales.length > 1 || localePrefix?.mode === 'always'

type Table = Pick<FairleadApplication, 'defineRouting' | 'hasMessages'>

/** Returns the reason why the table refuses an input; `undefined` if it accepts it. */
function faultOf({ defineRouting }: Table, input: unknown): string | undefined {
  try {
    defineRouting(input as Parameters<typeof defineRouting>[0])
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll(/\s+/g, ' ')
  }
}

/** Rules that the table leaves out, each with its place in the application and the reason. */
export type Left = { readonly name: string; readonly path: string; readonly line: number; readonly note: string }

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Returns a path of next-intl in the syntax of routes: `/news/[id]` is `/news/$id`. */
function routePath(path: string): string {
  const segments = path.split('/').map((segment) => {
    const [, rest, name] = /^\[{1,2}(\.\.\.)?([^\]]+)\]{1,2}$/.exec(segment) ?? []
    return name === undefined ? segment : rest ? '$' : `$${paramName(name)}`
  })
  return segments.join('/')
}

/**
 * Returns the paths of next-intl that differ from the paths of the files, by route. The table accepts such an entry
 * when its page has moved.
 */
export function publicPaths({ locales, pathnames }: Languages): Map<string, Readonly<Record<string, string>>> {
  const entries = Object.entries((pathnames ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const byLocale = typeof value === 'string' ? Object.fromEntries(locales.map((each) => [each, value])) : value
    const route = routePath(name)
    const paths = Object.entries(byLocale ?? {}).map(([locale, each]) => [locale, routePath(String(each))])
    const own = paths.filter(([, each]) => each !== route)
    return own.length === 0 ? [] : [[route, Object.fromEntries(own) as Record<string, string>] as const]
  })
  return new Map(entries)
}

/** The part of the table that translates exactly, and the rules that do not. */
type Routing = { readonly input: Readonly<Record<string, unknown>>; readonly left: readonly Left[] }

/** Reads the part of the languages that translates exactly. */
function languagesInput(languages: Languages, table: Table): Routing {
  const { path, line, locales, defaultLocale, domains, localeDetection, localePrefix, pathnames } = languages
  const left: Left[] = []
  const leave = (name: string, note: string) => left.push({ name, path, line, note })
  if (!table.hasMessages(defaultLocale)) {
    leave(
      'locales',
      `the default one, ${defaultLocale}, has no messages of the shell in app/locales: translate them first`,
    )
    return { input: {}, left }
  }
  let input: Record<string, unknown> = isNamed(languages) ? { locales, defaultLocale } : { defaultLocale }
  const fault = faultOf(table, input)
  if (fault !== undefined) {
    leave('locales', fault)
    return { input: {}, left }
  }
  const take = (name: string, value: unknown) => {
    if (value === undefined) return
    const why = faultOf(table, { ...input, [name]: value })
    if (why === undefined) input = { ...input, [name]: value }
    else leave(name, why)
  }
  take('domains', domains)
  if (isNamed(languages) && localePrefix?.mode !== 'as-needed') take('localePrefix', localePrefix?.mode)
  if (isNamed(languages)) take('prefixes', localePrefix?.prefixes)
  if (localeDetection === false) take('localeDetection', false)
  // next-intl detects the visitor's language at every path without a prefix.
  else if (isNamed(languages) && localePrefix?.mode === 'as-needed') take('localeDetection', 'every-path')
  if (pathnames !== undefined) leave('pathnames', 'each when its page is here: its task sheet has the entry')
  return { input, left }
}

/**
 * Reads the routing table of an application: rules that translate exactly are in `input`, and all others are in `left`.
 */
export function readRouting(application: NextApplication, languages: Languages | undefined, table: Table): Routing {
  const { config, basePath } = application
  const ofLanguages = languages ? languagesInput(languages, table) : { input: {}, left: [] }
  const left = [...ofLanguages.left]
  const below = languages ? undefined : belowLanguage(application)
  const constants = [...application.modules.values()].flatMap(({ path, facts }) => {
    const { line = 1, value } = facts.exports.get('locales') ?? {}
    const note = `${JSON.stringify(value?.value)}, if these are the languages: with defaultLocale and localePrefix`
    return Array.isArray(value?.value) ? [{ name: 'locales', path, line, note }] : []
  })
  const unknown = { name: 'locales', path: below?.path ?? '', line: 1, note: 'its languages are named nowhere known' }
  if (below) left.push(constants[0] ?? unknown)
  const entry = (key: string) => config?.entries.get(key)
  const leave = (name: string, key: string, note: string) =>
    left.push({ name, path: config?.path ?? '', line: entry(key)?.line ?? 1, note })
  const rulesOf = (key: 'redirects' | 'rewrites', list: unknown, asInput: (rules: readonly unknown[]) => object) =>
    listOf(list).filter((rule, index) => {
      const isOutside = basePath !== '' && (rule as { basePath?: unknown } | null)?.basePath === false
      const fault = isOutside
        ? 'outside of the base path: a rule of the proxy'
        : faultOf(table, { ...ofLanguages.input, ...asInput([rule]) })
      if (fault !== undefined) leave(`${key}[${index}]`, key, fault)
      return fault === undefined
    })
  for (const key of ['basePath', 'i18n', 'redirects', 'rewrites', 'trailingSlash'])
    if (entry(key) && !entry(key)?.value) leave(key, key, 'is computed: run the command with --config')
  const input: Record<string, unknown> = { ...ofLanguages.input }
  if (entry('trailingSlash')?.value?.value === true) input.trailingSlash = true
  const redirects = rulesOf('redirects', entry('redirects')?.value?.value, (rules) => ({ redirects: rules }))
  const value = entry('rewrites')?.value?.value
  const phases = (Array.isArray(value) ? { afterFiles: value } : (value ?? {})) as Record<string, unknown>
  const rewrites = (['beforeFiles', 'afterFiles', 'fallback'] as const).flatMap((key) => {
    const rules = rulesOf('rewrites', phases[key], (list) => ({ rewrites: { [key]: list } }))
    return rules.length > 0 ? [[key, rules] as const] : []
  })
  if (redirects.length > 0) input.redirects = redirects
  if (rewrites.length > 0) input.rewrites = Object.fromEntries(rewrites)
  return { input, left }
}

/** Files that the server generates. The old application continues to serve the ones that it has. */
const GENERATED = ['sitemap.xml', 'robots.txt', 'manifest.webmanifest']

/**
 * Returns `app/routing.ts` with its text. The old application becomes `beside`, and keeps its sitemap, robots and
 * manifest. Of the current table `beside` stays, and so do the languages if the old application names none.
 */
export function routingFile(
  { input }: Routing,
  { files, conventions, modules }: Pick<NextApplication, 'files' | 'conventions' | 'modules'>,
  table?: FairleadApplication['table'],
): [path: string, text: string] {
  const roots = [...conventions.values(), ...[...modules.values()].map(({ convention }) => convention)]
  const keep = GENERATED.filter(
    (name) =>
      files.includes(`public/${name}`) ||
      roots.some((each) => each?.name === name.split('.', 1)[0] && each?.segments.length === 0),
  ).map((name) => `/${name}`)
  const isOther = input.locales !== undefined || (input.defaultLocale ?? table?.defaultLocale) !== table?.defaultLocale
  const languages = !isOther && table && { locales: table.locales, defaultLocale: table.defaultLocale }
  // A key that a table leaves out is read as an empty list or record.
  const given = Object.entries(table?.beside ?? {}).filter(
    ([, value]) => typeof value === 'string' || Object.keys(value).length > 0,
  )
  const beside = table?.beside
    ? Object.fromEntries(given)
    : { origin: 'http://localhost:3001', ...(keep.length > 0 && { keep }) }
  return ['app/routing.ts', routingText({ ...languages, ...input, beside })]
}

const routingText = (input: Routing['input']): string => `import { defineRouting } from 'fairlead/routing'

/** The routing table of the application: languages, domains, redirects and rewrites. */
export default defineRouting(${JSON.stringify(input, null, 2)})
`

/** Returns the origins of images that `next.config` allows, in the form of a Content-Security-Policy. */
export function imageHosts({ config }: NextApplication): string[] {
  const value = config?.entries.get('images')?.value?.value
  const { domains, remotePatterns } = (value ?? {}) as { domains?: unknown; remotePatterns?: unknown }
  return [...listOf(domains), ...listOf(remotePatterns)]
    .flatMap((item) => {
      if (typeof item === 'string') return [`https://${item}`]
      const { hostname, protocol = 'https' } = (item ?? {}) as { hostname?: unknown; protocol?: string }
      return typeof hostname === 'string' ? [`${protocol}://${hostname.replace(/^\*\*/, '*')}`] : []
    })
    .filter((origin) => /^https?:\/\/(\*\.)?[\w-]+(\.[\w-]+)*$/.test(origin))
}
