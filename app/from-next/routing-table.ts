import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paramName } from '#app/from-next/addresses.ts'
import { type NextApplication, importedConstants } from '#app/from-next/read-application.ts'
import { markComment } from '#app/from-next/route-options.ts'
import { SourceError, isReadable } from '#app/from-next/source.ts'
import { constantsOf, staticValue } from '#app/from-next/static-value.ts'
import { type RoutingInput, defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'

/** The languages of an application, and where it says so. */
type Languages = NonNullable<ReturnType<typeof asLanguages>>

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
  return undefined
}

/** Reads `messages/<locale>.json` of next-intl, each of whose keys at the top is a namespace. */
export function readMessages({ root, files }: NextApplication, locales: readonly string[]) {
  return files.flatMap((path) => {
    const [, locale] = /^(?:src\/)?(?:messages|locales|i18n\/messages)\/([\w-]+)\.json$/.exec(path) ?? []
    if (locale === undefined || !locales.includes(locale) || !isReadable(join(root, path))) return []
    try {
      const all = JSON.parse(readFileSync(join(root, path), 'utf8')) as object | null
      const entries = Object.entries(all ?? {}).filter(
        (entry): entry is [string, object] =>
          typeof entry[1] === 'object' && entry[1] !== null && /^\w+$/.test(entry[0]),
      )
      return [{ path, locale, namespaces: Object.fromEntries(entries) }]
    } catch (error) {
      throw new SourceError(`${path} is not JSON: ${(error as Error).message}`)
    }
  })
}

/** Returns why the table refuses an input; `undefined` if it takes it. */
function faultOf(input: unknown): string | undefined {
  try {
    defineRouting(input as RoutingInput<string>)
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll(/\s+/g, ' ')
  }
}

/** Returns an entry of the table; as a comment below its fault where the table refuses it. */
const entryCode = (text: string, path: string, line: number, fault: string | undefined): string =>
  fault === undefined ? `${text},` : `${markComment(path, line, fault)}\n// ${text}`

function rulesCode(
  key: 'redirects' | 'beforeFiles' | 'afterFiles' | 'fallback',
  list: unknown,
  path: string,
  line: number,
  basePath: string,
): string {
  const rules = listOf(list).map((rule) => {
    const isOutside = basePath !== '' && (rule as { basePath?: unknown } | null)?.basePath === false
    const fault = isOutside
      ? 'outside of the base path: a rule of the proxy'
      : faultOf(key === 'redirects' ? { redirects: [rule] } : { rewrites: { [key]: [rule] } })
    return entryCode(JSON.stringify(rule), path, line, fault)
  })
  return `${key}: [\n${rules.join('\n')}\n],`
}

/** Returns a path of next-intl as a route names it: `/news/[id]` is `/news/$id`. */
function routePath(path: string): string {
  const segments = path.split('/').map((segment) => {
    const [, rest, name] = /^\[{1,2}(\.\.\.)?([^\]]+)\]{1,2}$/.exec(segment) ?? []
    return name === undefined ? segment : rest ? '$' : `$${paramName(name)}`
  })
  return segments.join('/')
}

/** Routes that are not written are comments. */
function pathnamesCode(
  { path, line, locales, defaultLocale, pathnames }: Languages,
  hasRoute: (route: string) => boolean,
): string[] {
  if (typeof pathnames !== 'object' || pathnames === null) return []
  const written = Object.entries(pathnames as Record<string, unknown>).flatMap(([name, value]) => {
    const byLocale =
      typeof value === 'string'
        ? Object.fromEntries(locales.map((locale) => [locale, value]))
        : (value as object | null)
    const route = routePath(name)
    const paths = Object.entries(byLocale ?? {}).map(([locale, each]) => [locale, routePath(String(each))])
    if (paths.every(([, each]) => each === route)) return []
    const entry = { [route]: Object.fromEntries(paths.filter(([, each]) => each !== route)) as object }
    const fault = hasRoute(route)
      ? faultOf({ locales, defaultLocale, pathnames: entry })
      : `no page at ${route} is written`
    return [entryCode(JSON.stringify(entry).slice(1, -1), path, line, fault)]
  })
  return written.length === 0 ? [] : ['pathnames: {', ...written, '},']
}

function prefixCode({ path, line, locales, defaultLocale, localePrefix, localeDetection }: Languages): string[] {
  if (!localePrefix) return localeDetection === false ? ['localeDetection: false,'] : []
  const { mode, prefixes } = localePrefix
  const lines: string[] = []
  if (mode === 'always') lines.push("localePrefix: 'always',")
  else if (mode !== 'as-needed')
    lines.push(markComment(path, line, `localePrefix ${JSON.stringify(mode)} has no counterpart: a URL has a language`))
  if (prefixes !== undefined) {
    const fault = faultOf({ locales, defaultLocale, prefixes })
    lines.push(entryCode(`prefixes: ${JSON.stringify(prefixes)}`, path, line, fault))
  }
  if (localeDetection === false) lines.push('localeDetection: false,')
  // next-intl looks for the visitor's language at every path without a prefix.
  else if (mode === 'as-needed') lines.push("localeDetection: 'every-path',")
  return lines
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** `hasMessages` returns true for a language that this project has; the default one needs all messages. */
export function writeRouting(
  { config, basePath }: NextApplication,
  languages: Languages | undefined,
  hasMessages: (locale: string) => boolean,
  hasRoute: (route: string) => boolean,
): string {
  const lines: string[] = []
  if (languages) {
    const { path, line, locales, defaultLocale, domains } = languages
    const isDefault = hasMessages(defaultLocale)
    const all = isDefault
      ? locales
      : [...new Set(['en', ...locales.filter((each) => each !== defaultLocale), defaultLocale])]
    if (!isDefault) {
      const what = `translate app/locales/en to it, then change #messages in package.json`
      lines.push(markComment(path, line, `the default was ${defaultLocale}: ${what}`))
    }
    lines.push(
      `locales: ${JSON.stringify(all)},`,
      `defaultLocale: ${isDefault ? JSON.stringify(defaultLocale) : "'en'"},`,
    )
    if (domains !== undefined)
      lines.push(
        faultOf({ locales, defaultLocale, domains }) === undefined
          ? `domains: ${JSON.stringify(domains)},`
          : markComment(path, line, 'domains: see Languages in the handbook'),
      )
    lines.push(...prefixCode(languages), ...pathnamesCode(languages, hasRoute))
  }
  const entry = (key: string) => config?.entries.get(key)
  const at = config?.path ?? ''
  if (entry('trailingSlash')?.value?.value === true) lines.push('trailingSlash: true,')
  for (const key of ['basePath', 'i18n', 'redirects', 'rewrites']) {
    const found = entry(key)
    if (found && !found.value)
      lines.push(markComment(at, found.line, `${key} is computed: run the command with --config, or write it here`))
  }
  const redirects = entry('redirects')
  if (redirects?.value) lines.push(rulesCode('redirects', redirects.value.value, at, redirects.line, basePath))
  const rewrites = entry('rewrites')
  if (rewrites?.value) {
    const { value } = rewrites.value
    const phases = Array.isArray(value) ? { afterFiles: value as unknown[] } : (value as Record<string, unknown> | null)
    const rules = (['beforeFiles', 'afterFiles', 'fallback'] as const).flatMap((key) =>
      phases?.[key] === undefined ? [] : [rulesCode(key, phases[key], at, rewrites.line, basePath)],
    )
    lines.push('rewrites: {', ...rules, '},')
  }
  return [
    "import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'",
    '',
    '/** The routing table of the application: languages, domains, redirects and rewrites. */',
    'export default defineRouting({',
    ...lines,
    '})',
    '',
  ].join('\n')
}

/** Returns the origins of images that `next.config` allows, as a Content-Security-Policy has them. */
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
