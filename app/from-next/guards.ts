import { pathToRegexp } from 'path-to-regexp'
import { type Convention, type RoutePattern, isAbove, matchRoute, urlSegments } from './addresses.ts'
import { middlewareOf, whoIsRefused } from './middleware.ts'
import { type ApplicationModule, type NextApplication, routesOf } from './read-application.ts'

export type Guard = { readonly path: string; readonly line: number; readonly note: string }

export const isMiddleware = (path: string): boolean => /^(src\/)?(middleware|proxy)\.[cm]?[jt]s$/.test(path)

/** Names of what decides about visitors: components, functions and packages. */
const DECIDES = /auth|guard|session|protect|signed|permission|clerk|log-?in|sign-?in|require|user/i

/** Names among them that show something to everybody. */
const SHOWS = /(Provider|(SignOut|User)Button)$/

const ENDS =
  /^next\/navigation#(notFound|redirect|permanentRedirect|forbidden|unauthorized|useRouter\(\)\.(push|replace))$/

/**
 * Returns the patterns of `config.matcher`, or why every page counts. Conditions (`has`, `missing`) are left out: then
 * more pages are guarded than before.
 */
function matchersOf({ facts }: ApplicationModule): readonly RegExp[] | string {
  const config = facts.exports.get('config')
  const unread = 'its matcher cannot be read'
  if (config && (typeof config.value?.value !== 'object' || config.value.value === null)) return unread
  const { matcher } = (config?.value?.value ?? {}) as { matcher?: unknown }
  if (matcher === undefined) return 'it has no matcher'
  const sources = [matcher]
    .flat()
    .map((item: unknown) => (typeof item === 'object' && item !== null && 'source' in item ? item.source : item))
  if (!sources.every((source) => typeof source === 'string')) return unread
  try {
    return sources.map((source) => pathToRegexp(source))
  } catch {
    return unread
  }
}

const MAX_SAMPLES = 5_000

/** Returns addresses of a page, whose params may be any of the words, without those of other pages. */
function addressesOf(convention: Convention, words: readonly string[], routes: readonly RoutePattern[]): string[] {
  const own = urlSegments(convention.segments)
  const values = ['x', '1', ...words]
  let found: string[][] = [[]]
  for (const segment of own) {
    const parts =
      segment === '$'
        ? [...(convention.catchAll === 'optional' ? [[]] : []), ...values.flatMap((value) => [[value], [value, 'x']])]
        : segment.startsWith('$')
          ? values.map((value) => [value])
          : [[segment.replaceAll(/\[(.)\]/g, '$1')]]
    found = found.flatMap((before) => parts.map((part) => [...before, ...part])).slice(0, MAX_SAMPLES)
  }
  const isOwn = (segments: readonly string[]) => matchRoute(segments, routes)?.join('/') === own.join('/')
  const languages = words.filter((word) => /^[a-z]{2}(-[a-z]{2,4})?$/i.test(word))
  const prefixes = convention.localeParam ? [[], ['x'], ['en'], ...languages.map((word) => [word])] : [[]]
  const all = found.filter((segments) => isOwn(segments))
  return prefixes.flatMap((prefix) => all.map((segments) => `/${[...prefix, ...segments].join('/')}`))
}

function mayDecide({ facts }: ApplicationModule): boolean {
  const uses = [...facts.calls, ...facts.elements].map(({ name }) => name)
  return (
    facts.calls.some(({ name, isAction }) => ENDS.test(name) && !isAction) ||
    facts.imports.some(
      ({ source, names }) =>
        (names.length === 0 && DECIDES.test(source)) ||
        names.some(({ imported }) => DECIDES.test(source + imported) && !SHOWS.test(imported)),
    ) ||
    uses.some((name) => DECIDES.test(name.replace(/^next(-intl)?\//, '')) && !SHOWS.test(name))
  )
}

/** Finds what may refuse a visitor at pages and server routes, by their module: a middleware, or a layout above. */
export function guardsOf(application: NextApplication): Map<string, readonly Guard[]> {
  const modules = [...application.modules.values()]
  const routes = routesOf(application)
  const covers = modules.flatMap((module) => {
    const refused = isMiddleware(module.path) ? whoIsRefused(module, application) : undefined
    if (!refused) return []
    const { basePath } = application
    const matchers = matchersOf(module)
    const isMatch = (path: string) =>
      typeof matchers === 'string' ||
      matchers.some((pattern) => pattern.test(path) || (basePath !== '' && pattern.test(basePath + path)))
    /** True if a page may have an address that the matchers cover, and at which the middleware may refuse a visitor. */
    const isCovered = (convention: Convention) =>
      addressesOf(convention, refused.words, routes).some((path) => isMatch(path) && refused.refuses(path))
    const line = middlewareOf(module)?.line ?? 1
    const why = typeof matchers === 'string' ? `; ${matchers}, so every page counts` : ''
    return [{ isCovered, guard: { path: module.path, line, note: `the middleware decides who may come here${why}` } }]
  })
  const frames = modules.filter(
    (module) => /^(layout|template|_app)$/.test(module.convention?.name ?? '') && mayDecide(module),
  )
  const isBelow = (convention: Convention, above: Convention | undefined) =>
    above?.router === convention.router && isAbove(above.segments, convention.segments)
  const found = new Map<string, readonly Guard[]>()
  for (const { path, convention } of modules) {
    if (!convention || !/^(page|route|api|default)$/.test(convention.name)) continue
    const covering = covers.filter(({ isCovered }) => isCovered(convention)).map(({ guard }) => guard)
    const above = frames.filter(
      (frame) => !/^(route|api)$/.test(convention.name) && isBelow(convention, frame.convention),
    )
    const framing = above.map((frame) => ({
      path: frame.path,
      line: 1,
      note: `its ${frame.convention?.name} may decide who sees it`,
    }))
    if (covering.length + framing.length > 0) found.set(path, [...covering, ...framing])
  }
  return found
}
