import { defineRouting, type RoutingInput } from '#app/navigation/routing-table/parse/define-routing.ts'
import type { Languages } from '#app/from-next/read-intl.ts'
import type { NextApplication } from '#app/from-next/read-application.ts'
import { paramName } from '#app/from-next/conventions.ts'
import { markComment } from '#app/from-next/route-file.ts'

/** Returns why the table refuses an input; `undefined` if it takes it. */
function faultOf(input: unknown): string | undefined {
  try {
    defineRouting(input as RoutingInput<string>)
    return undefined
  } catch (error) {
    return (error as Error).message.replaceAll(/\s+/g, ' ')
  }
}

type Rules = {
  readonly key: 'redirects' | 'beforeFiles' | 'afterFiles' | 'fallback'
  readonly list: readonly unknown[]
}

/** Returns a rule whose paths begin with the base path, as Next.js reads them unless they have `basePath: false`. */
function belowBase(rule: unknown, basePath: readonly string[]): unknown {
  if (basePath.length === 0 || typeof rule !== 'object' || rule === null) return rule
  const { basePath: own, ...rest } = rule as Record<string, unknown>
  if (own === false) return rest
  const below = (path: unknown) =>
    typeof path === 'string' && path.startsWith('/') ? `/${basePath.join('/')}${path === '/' ? '' : path}` : path
  return { ...rest, source: below(rest.source), destination: below(rest.destination) }
}

/** Returns a list of rules as code. Rules that the table refuses are comments. */
function rulesCode({ key, list }: Rules, path: string, line: number, basePath: readonly string[]): string {
  const rules = list.map((input) => {
    const rule = belowBase(input, basePath)
    const fault = faultOf(key === 'redirects' ? { redirects: [rule] } : { rewrites: { [key]: [rule] } })
    if (fault === undefined) return `${JSON.stringify(rule)},`
    return `${markComment(path, line, fault)}\n// ${JSON.stringify(rule)}`
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

/** Writes the public paths of next-intl. Those of routes that are not written are comments. */
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
    const text = JSON.stringify(entry).slice(1, -1)
    return fault === undefined ? [`${text},`] : [`${markComment(path, line, fault)}\n// ${text}`]
  })
  return written.length === 0 ? [] : ['pathnames: {', ...written, '},']
}

/** Writes which languages have a prefix, and which. */
function prefixCode({ path, line, locales, defaultLocale, localePrefix, localeDetection }: Languages): string[] {
  if (!localePrefix) return localeDetection === false ? ['localeDetection: false,'] : []
  const { mode, prefixes } = localePrefix
  const lines: string[] = []
  if (mode === 'always') lines.push("localePrefix: 'always',")
  else if (mode !== 'as-needed')
    lines.push(markComment(path, line, `localePrefix ${JSON.stringify(mode)} has no counterpart: a URL has a language`))
  if (prefixes !== undefined) {
    const fault = faultOf({ locales, defaultLocale, prefixes })
    const text = `prefixes: ${JSON.stringify(prefixes)}`
    lines.push(fault === undefined ? `${text},` : `${markComment(path, line, fault)}\n// ${text}`)
  }
  if (localeDetection === false) lines.push('localeDetection: false,')
  // next-intl looks for the visitor's language at every path without a prefix.
  else if (mode === 'as-needed') lines.push("localeDetection: 'every-path',")
  return lines
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/**
 * Writes the routing table.
 *
 * @param hasMessages returns true for a language that this project has; the default one needs all messages
 * @param hasRoute returns true for the path of a route that is written
 */
export function writeRouting(
  { config, basePath }: NextApplication,
  languages: Languages | undefined,
  hasMessages: (locale: string) => boolean,
  hasRoute: (route: string) => boolean,
): string {
  const lines: string[] = []
  if (languages) {
    const { path, line, locales, defaultLocale, domains } = languages
    if (hasMessages(defaultLocale)) {
      lines.push(`locales: ${JSON.stringify(locales)},`, `defaultLocale: ${JSON.stringify(defaultLocale)},`)
    } else {
      const all = locales.filter((locale) => locale !== defaultLocale && locale !== 'en')
      lines.push(
        markComment(
          path,
          line,
          `the default was ${defaultLocale}: translate app/locales/en to it, then change #messages in package.json`,
        ),
      )
      lines.push(`locales: ${JSON.stringify(['en', ...all, defaultLocale])},`, "defaultLocale: 'en',")
    }
    if (domains !== undefined && faultOf({ locales, defaultLocale, domains }) === undefined) {
      lines.push(`domains: ${JSON.stringify(domains)},`)
    } else if (domains !== undefined) lines.push(markComment(path, line, 'domains: see Languages in the handbook'))
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
  if (redirects?.value)
    lines.push(rulesCode({ key: 'redirects', list: listOf(redirects.value.value) }, at, redirects.line, basePath))
  const rewrites = entry('rewrites')
  if (rewrites?.value) {
    const { value } = rewrites.value
    const phases = Array.isArray(value) ? { afterFiles: value as unknown[] } : (value as Record<string, unknown> | null)
    lines.push('rewrites: {')
    for (const key of ['beforeFiles', 'afterFiles', 'fallback'] as const) {
      if (phases?.[key] !== undefined)
        lines.push(rulesCode({ key, list: listOf(phases[key]) }, at, rewrites.line, basePath))
    }
    lines.push('},')
  }
  return [
    "import { defineRouting } from '#app/navigation/routing-table/parse/define-routing.ts'",
    '',
    '/** The routing table of the application: languages, domains, redirects and rewrites. */',
    'export default defineRouting({',
    ...lines,
    '})',
    '',
  ].join('\n')
}
