import { canonicalPath, firstSegment } from '#fairlead/navigation/routing-table/match/url.ts'
import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'
import type { LocalizedPath } from '#fairlead/navigation/routing-table/routing-types.ts'

/** The public paths of a table. All paths are percent-encoded and without a locale prefix. */
export type LocalizedPaths = Readonly<ReturnType<typeof createLocalizedPaths>>

/** The public paths of one locale by the path of their route, each followed by former ones. */
export type PathsOfLocale = Readonly<Record<string, readonly string[]>>

/** Translations by the first segment of their pattern, the most specific first. */
type Translations = ReadonlyMap<string, readonly ReturnType<typeof translationOf>[]>

/** Stands for a first segment that is not a literal. */
const OPEN = ''

/** Percent-encodes the text of a pattern as a browser would in a URL. */
const encodeText = (text: string): string => canonicalPath(`/${safeDecode(text, decodeURI)}`).slice(1)

const parseEncoded = (path: string): RouteSegment[] =>
  parseRoutePath(path).map((segment) => ({
    ...segment,
    before: encodeText(segment.before),
    after: encodeText(segment.after),
  }))

/** Returns the expression of a segment, not anchored. Its texts are compared unchanged. */
export function segmentSource({ type, before, after }: RouteSegment): string {
  const [start, end] = [escapeRegExp(before), escapeRegExp(after)]
  switch (type) {
    case 'literal':
      return `/${start}`
    case 'param':
      return `/${start}([^/]+)${end}`
    case 'optional':
      return `(?:/${start}([^/]+)${end})?`
    case 'rest':
      return start + end === '' ? '(?:/(.+))?' : `/${start}(.*)${end}`
  }
}

/** The order of segments: literals come before params, and params before segments that may be absent. */
const RANK = { literal: 0, param: 1, optional: 2, rest: 3 } as const
const rankOf = (segments: readonly RouteSegment[]): string =>
  segments.map(({ type, before, after }) => RANK[type] + (before + after === '' ? '1' : '0')).join('') + '!'

function translationOf(pattern: string, target: string) {
  const from = parseEncoded(pattern)
  return {
    first: from[0]?.type === 'literal' ? from[0].before.toLowerCase() : OPEN,
    rank: rankOf(from),
    regexp: new RegExp(`^${from.map(segmentSource).join('')}$`),
    names: from.flatMap(({ name }) => name ?? []),
    to: parseEncoded(target),
  }
}

const TRANSLATIONS = {
  toPublic: (route: string, [path = route]: readonly string[]) => [translationOf(route, path)],
  toRoute: (route: string, [path = route]: readonly string[]) => [translationOf(path, route)],
  toRouteFromFormer: (route: string, paths: readonly string[]) => paths.map((path) => translationOf(path, route)),
}

/** Returns the translation by the first pattern that matches. A slash at the end stays. */
function translate(index: Translations, path: string): string | undefined {
  const canonical = canonicalPath(path)
  const slash = canonical.length > 1 && canonical.endsWith('/') ? '/' : ''
  const bare = slash ? canonical.slice(0, -1) : canonical
  for (const key of [firstSegment(bare), OPEN]) {
    for (const { regexp, names, to } of index.get(key) ?? []) {
      const match = regexp.exec(bare)
      if (match) return fillRoutePath(to, ({ name = '' }) => match[names.indexOf(name) + 1]) + slash
    }
  }
  return undefined
}

/** Returns the public paths of a table by locale. Every locale is in it, even without any paths. */
export function pathsByLocale(
  locales: readonly string[],
  pathnames: readonly LocalizedPath[],
): Record<string, PathsOfLocale> {
  const pathsIn = (locale: string) =>
    pathnames.flatMap(({ route, paths }) => (paths[locale] ? [[route, paths[locale]] as const] : []))
  return Object.fromEntries(locales.map((locale) => [locale, Object.fromEntries(pathsIn(locale))]))
}

/** Creates the localized paths of a table, whose locales may be added later. Each is compiled when it is first needed. */
export function createLocalizedPaths(tables: Readonly<Record<string, PathsOfLocale>>) {
  const pathsIn = new Map(Object.entries(tables))
  const indexes = new Map<string, Translations>()

  const translateIn = (locales: readonly string[], path: string, kind: keyof typeof TRANSLATIONS) => {
    const key = `${kind} ${locales.join()}`
    let index = indexes.get(key)
    if (index === undefined) {
      const routes = locales.flatMap((locale) => Object.entries(pathsIn.get(locale) ?? {}))
      const translations = routes.flatMap(([route, paths]) => TRANSLATIONS[kind](route, paths))
      const ranked = translations.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      indexes.set(key, (index = Map.groupBy(ranked, ({ first }) => first)))
    }
    return translate(index, path)
  }

  const delocalize = (path: string, locale: string): string => translateIn([locale], path, 'toRoute') ?? path
  return {
    /**
     * True if the paths of a locale have arrived: the browser loads the paths of other languages when it needs them.
     */
    has: (locale: string): boolean => pathsIn.has(locale),
    add(locale: string, table: PathsOfLocale): void {
      pathsIn.set(locale, table)
      indexes.clear()
    },
    /** Returns the routes' path for a public path of a locale; the path itself if it is no public path. */
    delocalize,
    /** Returns the public path of a page in a locale; the path itself if the table has no other. */
    localize(path: string, locale: string): string {
      const localized = translateIn([locale], path, 'toPublic')
      // The public path of a page with params may belong to a page without params: then the page keeps the route's
      // path.
      return localized !== undefined && delocalize(localized, locale) === canonicalPath(path) ? localized : path
    },
    /** Returns the routes' path for a public path of any locale, or for a former one; else `undefined`. */
    findRoute: (path: string): string | undefined => translateIn([...pathsIn.keys()], path, 'toRouteFromFormer'),
  }
}

export type RouteSegment = {
  readonly type: 'literal' | 'param' | 'optional' | 'rest'
  /** The name of a param; `_splat` for the rest of the path. */
  readonly name?: string
  /** The text of a literal, or before a param. */
  readonly before: string
  readonly after: string
}

/**
 * Splits the path of a route in the form of its file: `/news/$id`, `/post-{$id}`, `/{-$year}`, `/docs/$`,
 * `/docs/{$}.md`.
 */
export function parseRoutePath(path: string): RouteSegment[] {
  return path.split('/').filter(Boolean).map(parseSegment)
}

function parseSegment(segment: string): RouteSegment {
  const [, plain] = /^\$(\w*)$/.exec(segment) ?? []
  const [, before = '', optional, braced, after = ''] = /^([^{}]*)\{(-?)\$(\w*)\}([^{}]*)$/.exec(segment) ?? []
  const name = plain ?? braced
  if (name === '') return { type: 'rest', name: '_splat', before, after }
  if (name !== undefined) return { type: optional ? 'optional' : 'param', name, before, after }
  return { type: 'literal', before: segment, after: '' }
}

/** Fills the values of params into the path of a route. A segment whose param has no value is left out. */
export function fillRoutePath(
  segments: readonly RouteSegment[],
  valueOf: (param: RouteSegment) => string | undefined,
): string {
  const filled = segments.map((segment) => {
    const value = segment.type === 'literal' ? '' : valueOf(segment)
    return value === undefined ? '' : `/${segment.before}${value}${segment.after}`
  })
  return filled.join('') || '/'
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
