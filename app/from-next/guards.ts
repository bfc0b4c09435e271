import { pathToRegexp } from 'path-to-regexp'
import type { ESTree } from 'vite'
import { type Convention, urlSegments } from '#app/from-next/addresses.ts'
import { walk } from '#app/from-next/source.ts'
import type { ApplicationModule, NextApplication } from '#app/from-next/read-application.ts'

/** A place of the original that decides who may see a page, and that is not carried over. */
export type Guard = { readonly path: string; readonly line: number; readonly note: string }

export const isMiddleware = (path: string): boolean => /^(src\/)?(middleware|proxy)\.[cm]?[jt]s$/.test(path)

/** Packages of a middleware that look at nothing but the address and the languages. */
const HARMLESS =
  /^(next|next-intl|negotiator|@formatjs\/intl-localematcher|path-to-regexp|server-only)(\/(?!headers)|$)/

/** Headers that say nothing about who the visitor is. */
const PLAIN_HEADERS = /^(accept-language|host|x-forwarded-(host|proto)|user-agent|referer)$/i

const LOCALE_COOKIE = /locale|lang/i

/** Names of what decides about visitors: components, functions and packages. */
const DECIDES = /auth|guard|session|protect|signed|permission|clerk|log-?in|sign-?in|require|user/i

const ENDS =
  /^next\/navigation#(notFound|redirect|permanentRedirect|forbidden|unauthorized|useRouter\(\)\.(push|replace))$/

const propertyOf = (node: ESTree.Node | undefined): string =>
  node?.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''

const textOf = (node: ESTree.Node | undefined): string =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : ''

/**
 * True for a middleware that may refuse a visitor: it responds instead of passing the request on, and looks at more
 * than the address and the languages. Imports that cannot be read count.
 */
export function refusesVisitors(module: ApplicationModule, application: NextApplication): boolean {
  const { resolve } = application
  const isStatic = (specifier: string, name: string) => {
    const target = resolve(module.path, specifier)
    const other = target.type === 'file' ? application.modules.get(target.path) : undefined
    if (other?.facts.calls.some((call) => call.name === 'next-intl/routing#defineRouting')) return true
    return other?.facts.exports.some((each) => each.name === name && each.value !== undefined) === true
  }
  const isOpaque = module.facts.imports.some(
    ({ source, names, isType, kind }) =>
      !isType &&
      !HARMLESS.test(source) &&
      (kind !== 'import' || names.length === 0 || names.some(({ imported }) => !isStatic(source, imported))),
  )
  if (isOpaque) return true
  let looks = false
  let answers = false
  walk(module.source.program, (node, above) => {
    if (node.type === 'ThrowStatement') answers = true
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier')
      answers ||= /^(Next)?Response$/.test(node.callee.name)
    if (node.type === 'CallExpression') {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'fetch') looks = true
      const isResponse =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        /^(Next)?Response$/.test(callee.object.name)
      if (isResponse && propertyOf(callee) !== 'next') answers = true
    }
    if (node.type !== 'MemberExpression') return
    const name = propertyOf(node)
    const [call, member] = [above.at(-2), above.at(-1)]
    const method = call?.type === 'CallExpression' && call.callee === member ? propertyOf(member) : ''
    const asked = call?.type === 'CallExpression' ? textOf(call.arguments[0]) : ''
    if (/^(ip|geo|auth|user)$/.test(name)) looks = true
    if (name === 'cookies') looks ||= !/^(set|delete)$/.test(method) && !(method === 'get' && LOCALE_COOKIE.test(asked))
    if (name === 'headers') looks ||= /^(get|has)$/.test(method) && !PLAIN_HEADERS.test(asked)
    if (name === 'env') looks ||= propertyOf(member) !== 'NODE_ENV'
  })
  return looks && answers
}

type Matchers =
  | { readonly type: 'all' | 'unknown' }
  | { readonly type: 'some'; readonly patterns: readonly RegExp[]; readonly words: readonly string[] }

/** Reads `config.matcher`. Conditions (`has`, `missing`) are left out: then more pages are guarded than before. */
function matchersOf({ facts }: ApplicationModule): Matchers {
  const config = facts.exports.find(({ name }) => name === 'config')
  if (!config) return { type: 'all' }
  if (typeof config.value?.value !== 'object' || config.value.value === null) return { type: 'unknown' }
  const { matcher } = config.value.value as { matcher?: unknown }
  if (matcher === undefined) return { type: 'all' }
  const list = (Array.isArray(matcher) ? matcher : [matcher]) as unknown[]
  const sources = list.map((item) =>
    typeof item === 'object' && item !== null && 'source' in item ? item.source : item,
  )
  if (!sources.every((source) => typeof source === 'string')) return { type: 'unknown' }
  try {
    const patterns = sources.map((source) => pathToRegexp(source))
    return {
      type: 'some',
      patterns,
      words: [...new Set(sources.flatMap((source) => source.match(/[\w-]+/g) ?? []))].slice(0, 16),
    }
  } catch {
    return { type: 'unknown' }
  }
}

const MAX_SAMPLES = 5_000

/** Returns addresses that a page may have: its params may be any of the words. */
function addressesOf(convention: Convention, basePath: readonly string[], words: readonly string[]): string[] {
  const segments = urlSegments(convention.segments).slice(basePath.length)
  const values = ['x', '1', ...words]
  const languages = words.filter((word) => /^[a-z]{2}(-[a-z]{2,4})?$/i.test(word))
  let found = convention.isLocalized ? ['', '/x', '/en', ...languages.map((word) => `/${word}`)] : ['']
  for (const segment of segments) {
    const parts =
      segment === '$'
        ? [
            ...(convention.catchAll === 'optional' ? [''] : []),
            ...values.flatMap((value) => [`/${value}`, `/${value}/x`]),
          ]
        : segment.startsWith('$')
          ? values.map((value) => `/${value}`)
          : [`/${segment.replaceAll(/\[(.)\]/g, '$1')}`]
    found = found.flatMap((before) => parts.map((part) => before + part)).slice(0, MAX_SAMPLES)
  }
  return found.map((path) => path || '/')
}

/** True if the page may be covered by the matchers; true where they cannot be read. */
export function isCovered(convention: Convention, basePath: readonly string[], matchers: Matchers): boolean {
  if (matchers.type !== 'some') return true
  const prefix = basePath.map((segment) => `/${segment}`).join('')
  return addressesOf(convention, basePath, matchers.words).some((path) =>
    matchers.patterns.some((pattern) => pattern.test(path) || (prefix !== '' && pattern.test(prefix + path))),
  )
}

/** True for a layout or a template that may decide who sees the pages below it. */
function mayDecide({ facts }: ApplicationModule): boolean {
  const uses = [...facts.calls, ...facts.elements].map(({ name }) => name)
  return (
    facts.calls.some(({ name, isAction }) => ENDS.test(name) && !isAction) ||
    facts.imports.some(
      ({ source, names }) => DECIDES.test(source) || names.some(({ imported }) => DECIDES.test(imported)),
    ) ||
    uses.some((name) => DECIDES.test(name.replace(/^next(-intl)?\//, '')))
  )
}

/**
 * Finds the pages and server routes whose guard is not carried over: a middleware, or a layout or template above them.
 *
 * @param runsHere true for a module whose component is carried over, with its checks
 * @returns the guard of each, by the path of its module
 */
export function guardsOf(
  application: NextApplication,
  runsHere: (module: ApplicationModule) => boolean,
): Map<string, Guard> {
  const modules = [...application.modules.values()]
  const middleware = modules.flatMap((module) => {
    if (!isMiddleware(module.path) || !refusesVisitors(module, application)) return []
    const matchers = matchersOf(module)
    const line = module.facts.exports.find(({ name }) => /^(default|middleware|proxy)$/.test(name))?.line ?? 1
    const note =
      matchers.type === 'some'
        ? 'the middleware decides who may come here'
        : `the middleware decides who may come here; ${matchers.type === 'all' ? 'it has no matcher' : 'its matcher cannot be read'}, so every page counts`
    return [{ matchers, guard: { path: module.path, line, note } }]
  })
  const frames = modules.filter(
    (module) =>
      /^(layout|template|_app)$/.test(module.convention?.name ?? '') && mayDecide(module) && !runsHere(module),
  )
  const found = new Map<string, Guard>()
  for (const { path, convention } of modules) {
    if (!convention || !/^(page|route|api|default)$/.test(convention.name)) continue
    const covering = middleware.find(({ matchers }) => isCovered(convention, application.basePath, matchers))
    const frame =
      convention.name === 'route' || convention.name === 'api'
        ? undefined
        : frames.find(
            ({ convention: above }) =>
              above?.router === convention.router &&
              above.segments.every((segment, index) => segment === convention.segments[index]),
          )
    if (covering) found.set(path, covering.guard)
    else if (frame)
      found.set(path, {
        path: frame.path,
        line: 1,
        note: `its ${frame.convention?.name} may decide who sees it, and is not carried over`,
      })
  }
  // The data of a layout is for visitors who may see one of its pages.
  for (const { path, convention: layout } of modules) {
    if (layout?.name !== 'layout') continue
    const below = modules.filter(
      ({ convention }) =>
        convention?.name === 'page' &&
        convention.router === layout.router &&
        layout.segments.every((segment, index) => segment === convention.segments[index]),
    )
    const guards = below.map((page) => found.get(page.path))
    if (guards[0] && guards.every((guard) => guard !== undefined)) found.set(path, guards[0])
  }
  return found
}

/** Module of the function that refuses everybody until a person writes it. */
export const GUARD = '#app/ported/next/guard.ts'
