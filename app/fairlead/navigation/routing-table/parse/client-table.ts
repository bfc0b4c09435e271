import { escapeRegExp } from '#fairlead/navigation/routing-table/match/localized-paths.ts'
import { isReadable } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { rulesOf } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import type { Routing, Rule, RuleTable } from '#fairlead/navigation/routing-table/routing-types.ts'

/**
 * Returns the part of a table for the browser, as plain data, or null if it changes no URL. A rule that needs a header,
 * or that proxies to another origin, is reduced to its path and the conditions that a browser can test, so that only a
 * URL that meets them needs the server. Header values and proxied origins stay on the server.
 */
export function clientTable(routing: Routing): RuleTable | null {
  const { prefixes, localePrefix, customPrefixes, defaultLocale, domains, trailingSlash, redirects, rewrites } = routing
  if (rulesOf(routing).length === 0 && !trailingSlash && !routing.beside) return null
  const rewrite = (rule: Rule) => forClient(rule, rule.target.origin !== undefined)
  return {
    prefixes,
    localePrefix,
    customPrefixes,
    defaultLocale,
    domains,
    trailingSlash,
    redirects: redirects.map((rule) => forClient(rule, false)),
    rewrites: {
      beforeFiles: rewrites.beforeFiles.map(rewrite),
      afterFiles: rewrites.afterFiles.map(rewrite),
      fallback: [...rewrites.fallback.map(rewrite), ...(routing.beside ? [BESIDE] : [])],
    },
  }
}

const NOWHERE = { path: [], query: [], hash: [] }

/** Stands for the old application (`beside`), which responds wherever this one has nothing. */
const BESIDE: Rule = {
  place: '',
  source: '',
  destination: '',
  locale: true,
  pattern: { regexp: '^/', params: [] },
  target: NOWHERE,
  needsServer: true,
}

function forClient<R extends Rule>(rule: R, isProxy: boolean): R {
  const { has = [], missing = [] } = rule
  const silent = { ...rule, place: '', source: '', destination: '' }
  if (!isProxy && [...has, ...missing].every(isReadable)) return silent
  return {
    ...silent,
    has: has.filter(isReadable),
    missing: missing.filter(isReadable),
    target: NOWHERE,
    needsServer: true,
  }
}

/**
 * Returns the public files that a rewrite may apply to or lead to. The browser needs no others: a file is served before
 * a rule of `afterFiles` applies, and a rewrite to a file needs the server.
 */
export function affectedFiles({ rewrites }: Pick<Routing, 'rewrites'>, files: readonly string[]): string[] {
  const rules = Object.values(rewrites).flat()
  const patterns = rules.flatMap(({ pattern, target: { origin, path } }) => {
    const source = new RegExp(pattern.regexp, 'i')
    if (origin !== undefined) return source
    const target = path.map((piece) => (typeof piece === 'string' ? escapeRegExp(piece) : '.*'))
    return [source, new RegExp(`^${target.join('')}$`)]
  })
  return files.filter((file) => patterns.some((pattern) => pattern.test(file)))
}
