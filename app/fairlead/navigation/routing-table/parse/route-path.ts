import { fillRoutePath, parseRoutePath } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import type { FileRoutesByPath } from '@tanstack/react-router'

type ParamsOf<P extends string> = [NamesOf<P>] extends [never] ? [] : [params: Record<NamesOf<P>, string>]

/**
 * A destination inside the application, checked against its routes: a page that does not exist is a type error.
 * A param's value is a text, or a param of the source with its colon: `:slug`, `:path*`.
 *
 * @example routePath('/handbook/$', { _splat: ':path*' }) // /handbook/:path*
 */
export function routePath<P extends Page>(path: P, ...[params]: ParamsOf<P>): string {
  const values: Readonly<Record<string, string>> = params ?? {}
  return fillRoutePath(parseRoutePath(path), ({ name = '', type }) =>
    type === 'rest' ? values[name]?.split('/').map(encodeValue).join('/') : values[name] && encodeValue(values[name]),
  )
}

/**
 * Encodes a value. A param stays a param; text is percent-encoded, and the special characters of the grammar are
 * escaped.
 */
function encodeValue(value: string): string {
  if (value.startsWith(':')) return value
  return encodeURIComponent(value).replace(/[(){}:*+?]/g, String.raw`\$&`)
}

type WithoutSlash<Path> = Path extends `${infer Start}/` ? (Start extends '' ? '/' : Start) : Path

/**
 * A route as `to` of a link names it: without groups and layouts that have no path. The router's registry has them, which
 * needs no import of the generated tree: it imports the table, and modules that use this type.
 */
export type RouteTo = WithoutSlash<FileRoutesByPath[keyof FileRoutesByPath]['fullPath']>

/** A route's path without the optional locale prefix, which rules and pathnames add themselves. */
export type Page = Bare<RouteTo>

type Bare<To> = To extends `/{-$locale}${infer Rest}` ? (Rest extends '' ? '/' : Rest) : To

type FilledSegment<Segment extends string> = Segment extends `${infer Before}{${'-' | ''}$${string}}${infer After}`
  ? `${Before}${string}${After}`
  : Segment extends `$${string}`
    ? string
    : Segment

/** A path with texts for its params, such as `/news/${string}`. Optional segments at its end may be left out. */
type Filled<Path extends string> = Path extends `${infer Head}/${'$' | '{$}' | `{-$${string}}`}`
  ? Filled<Head> | `${Filled<Head>}/${string}`
  : Path extends `${infer Segment}/${infer Rest}`
    ? `${FilledSegment<Segment>}/${Filled<Rest>}`
    : FilledSegment<Path>

type PagePath = Filled<Page>

/** The path of a route without a locale prefix, its params filled in; also with a query or a fragment. */
export type RouteUrl = PagePath | `${PagePath}?${string}` | `${PagePath}#${string}`

/** The path of a file in `public/`: that it exists is not checked. */
export type FileUrl = `/${string}.${string}`

/**
 * The type of an argument that is one of `Allowed`. A plain `string`, which says nothing about itself, is taken as it is, and
 * so is everything where no application has registered its routes.
 */
export type Checked<Text extends string, Allowed extends string> = string extends Text
  ? Text
  : [PagePath] extends [never]
    ? Text
    : Text extends Allowed
      ? Text
      : Allowed

/** The names of a path's params; `_splat` for a catch-all. */
export type NamesOf<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? NamesOf<Head> | NamesOf<Rest>
  : P extends '$' | '{$}'
    ? '_splat'
    : P extends `$${infer Name}` | `${string}{$${infer Name}}${string}` | `${string}{-$${infer Name}}${string}`
      ? Name
      : never

type SamePath<Path, Route extends string> = Path extends `/${string}`
  ? [NamesOf<Path>, NamesOf<Route>] extends [NamesOf<Route>, NamesOf<Path>]
    ? Path
    : `the params are those of ${Route}`
  : 'a path starts with /'

type SamePaths<Paths, Route extends string> = Paths extends readonly unknown[]
  ? { readonly [Index in keyof Paths]: SamePath<Paths[Index], Route> }
  : SamePath<Paths, Route>

/** The public paths of routes by locale: an unknown route or another param is a type error. */
export type CheckedPathnames<P, L extends string> = {
  readonly [Route in keyof P]: Route extends Page
    ? { readonly [Locale in keyof P[Route]]: Locale extends L ? SamePaths<P[Route][Locale], Route> : 'not in locales' }
    : 'not a route'
}
