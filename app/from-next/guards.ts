import { pathToRegexp } from 'path-to-regexp'
import { type Convention, type RoutePattern, matchRoute, urlSegments } from './addresses.ts'
import { type Answer, middlewareAnswers, ownAnswers } from './answers.ts'
import { type ApplicationModule, type NextApplication, aboveOf, filesOf, routesOf } from './read-application.ts'
import { code, find } from './source.ts'

export type Guard = { readonly path: string; readonly line: number; readonly note: string; readonly isGuard: boolean }

export const isMiddleware = (path: string): boolean => /^(src\/)?(middleware|proxy)\.[cm]?[jt]s$/.test(path)

/** Names of components, functions and packages that decide about visitors. */
const DECIDES = /auth|guard|session|protect|signed|permission|clerk|log-?in|sign-?in|require|user/i

/** Names among them that show something to everybody. */
const SHOWS = /(Provider|(SignOut|User)Button)$/

/**
 * Returns the patterns of `config.matcher`, or the reason why every page counts. Conditions (`has`, `missing`) are left
 * out, so that more pages count as guarded than before.
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

/** Finds the headers and cookies that a middleware sets, in requests or in responses, in the words of the source. */
const changesOf = ({ path, source }: ApplicationModule): Guard[] =>
  find(source.program, ({ type }) => type === 'CallExpression').flatMap(({ start, end }) => {
    const text = source.text.slice(start, end).slice(0, 160).replaceAll(/\s+/g, ' ')
    const isChange = /^[\w.]*(headers|cookies)\.(set|append|delete)\(/i.test(text)
    return isChange ? [{ path, line: source.lineAt(start), note: `calls ${code(text)}`, isGuard: false }] : []
  })

const MAX_SAMPLES = 5_000

/** Returns addresses of a page, whose params may be any of the words, without addresses of other pages. */
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

/** Returns the component or function with the name of a guard that a layout uses, with its line. */
function namedGuard({ facts }: ApplicationModule): { readonly name: string; readonly line: number } | undefined {
  const isGuard = (name: string) => DECIDES.test(name) && !SHOWS.test(name)
  const imported = facts.imports.flatMap(({ source, names, line, isType }) =>
    (isType ? [] : names.length === 0 ? [''] : names.map((each) => each.imported)).map((name) => ({
      name: name === '' ? source : `${source}#${name}`,
      line,
    })),
  )
  return [...imported, ...facts.calls, ...facts.elements].find(({ name }) =>
    isGuard(name.replace(/^next(-intl)?\//, '')),
  )
}

/**
 * Finds the answers that replace pages and server routes, by module: answers of a middleware, of a layout above, or of
 * the module itself. `isGuard` is false for an answer that does not refuse particular visitors.
 */
export function guardsOf(application: NextApplication): Map<string, readonly Guard[]> {
  const modules = [...application.modules.values()]
  const routes = routesOf(application)
  const answers = new Map<string, readonly Answer[]>()
  const answersOf = (module: ApplicationModule) => {
    const known = answers.get(module.path) ?? ownAnswers(module, application)
    answers.set(module.path, known)
    return known
  }
  const guard = (answer: Answer, paths: readonly string[], explained: Set<string>, more = ''): Guard => {
    const { path, line } = answer
    const note = answer.noteAt(paths, explained) + more
    // A condition on the page's data is no guard.
    return { path, line, note, isGuard: answer.isGuard && (/^answers 40[13]/.test(note) || DECIDES.test(note)) }
  }
  /** Returns the answers of a module, and of other files in functions that are imported, or not exported. */
  const ownOf = (path: string): Guard[] => {
    const files = [...filesOf(application, path)].flatMap((file) => application.modules.get(file) ?? [])
    const imported = new Set(
      files.flatMap(({ facts }) => facts.imports.flatMap(({ names }) => names.map((each) => each.imported))),
    )
    const explained = new Set<string>()
    return files.flatMap((module) =>
      answersOf(module).flatMap((answer) => {
        const { inside = 'default' } = answer
        const isCalled = imported.has(inside) || imported.has('*') || !module.facts.exports.has(inside)
        if (module.path === path) return [guard(answer, [], explained)]
        return isCalled ? [guard(answer, [], explained, `, in ${code(inside)}`)] : []
      }),
    )
  }
  const covers = modules.flatMap((module) => {
    if (!isMiddleware(module.path)) return []
    const { answers: all, words } = middlewareAnswers(module, application)
    const { basePath } = application
    const matchers = matchersOf(module)
    const isMatch = (path: string) =>
      typeof matchers === 'string' ||
      matchers.some((pattern) => pattern.test(path) || (basePath !== '' && pattern.test(basePath + path)))
    const why =
      typeof matchers === 'string' && matchers.includes('read') ? ` (${matchers}: it may be for other pages)` : ''
    return [
      (convention: Convention): Guard[] => {
        const paths = addressesOf(convention, words, routes).filter(isMatch)
        const explained = new Set<string>()
        const found = all.flatMap((answer) => {
          const here = paths.filter(answer.mayBeAt)
          return here.length === 0 ? [] : [{ ...guard(answer, here, explained, why), isGuard: true }]
        })
        return paths.length === 0 ? found : [...found, ...changesOf(module)]
      },
    ]
  })
  const framing = new Map<string, Guard[]>()
  const framed = (frame: ApplicationModule): Guard[] => {
    const own = framing.get(frame.path) ?? ownOf(frame.path)
    const named = own.length === 0 ? namedGuard(frame) : undefined
    const note = named && `uses ${code(named.name)}, which may decide who sees the page`
    const all = note ? [{ path: frame.path, line: named.line, note, isGuard: true }] : own
    framing.set(frame.path, all)
    return all
  }
  const found = new Map<string, readonly Guard[]>()
  for (const { path, convention } of modules) {
    if (!convention || !/^(page|route|api|default)$/.test(convention.name)) continue
    const all = [
      ...covers.flatMap((cover) => cover(convention)),
      ...aboveOf(convention, application, /^(layout|template|_app)$/).flatMap(framed),
      ...ownOf(path),
    ]
    if (all.length > 0) found.set(path, all)
  }
  return found
}
