import { offeredNames } from '#app/navigation/routing-table/match/conditions.ts'
import { parsePattern } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import { parseDestination } from '#app/navigation/routing-table/parse/parse-destination.ts'
import type {
  Condition,
  Pattern,
  Piece,
  PreparedRule,
  PreparedTable,
  Routing,
  Rule,
} from '#app/navigation/routing-table/routing-types.ts'

/** Parses every rule of a table that `defineRouting` returned. The result is plain data. */
export function precompileTable(routing: Routing): PreparedTable {
  const { prefixes, localePrefix, customPrefixes, defaultLocale, domains, trailingSlash, redirects, rewrites } = routing
  return {
    prefixes,
    localePrefix,
    customPrefixes,
    defaultLocale,
    domains,
    trailingSlash,
    redirects: redirects.map((rule) => ({ ...precompileRule(rule), status: rule.status })),
    beforeFiles: rewrites.beforeFiles.map(precompileRule),
    afterFiles: rewrites.afterFiles.map(precompileRule),
    fallback: rewrites.fallback.map(precompileRule),
  }
}

function precompileRule({ place, source, destination, locale, has, missing }: Rule): PreparedRule {
  const pattern = parsePattern(source)
  return {
    place,
    source,
    locale,
    ...(has && { has }),
    ...(missing && { missing }),
    pattern,
    destination: parseDestination(destination, offeredParamNames(pattern, has)).destination,
  }
}

/** The names that a rule's source and `has` offer to its destination. Unnamed parts offer none. */
export function offeredParamNames(pattern: Pattern, has: readonly Condition[] = []): Set<string> {
  return new Set([...pattern.params.flatMap(({ name }) => name ?? []), ...has.flatMap(offeredNames)])
}

/**
 * The part of a table that goes to the browser, as plain data, or null when it changes no URL. A rule that needs a
 * header, or that proxies to another origin, is reduced to its path and the conditions that a browser can test, so that
 * only a URL that meets them needs the server. Header values and proxied origins stay on the server.
 */
export function clientTable(routing: Routing): PreparedTable | null {
  const table = precompileTable(routing)
  const { redirects, beforeFiles, afterFiles, fallback, trailingSlash } = table
  const isEmpty = [redirects, beforeFiles, afterFiles, fallback].every((rules) => rules.length === 0)
  if (isEmpty && !trailingSlash) return null
  const rewrite = (rule: PreparedRule) => forClient(rule, rule.destination.origin !== undefined)
  return {
    ...table,
    redirects: redirects.map((rule) => forClient(rule, false)),
    beforeFiles: beforeFiles.map(rewrite),
    afterFiles: afterFiles.map(rewrite),
    fallback: fallback.map(rewrite),
  }
}

const NOWHERE = { path: [], query: [], hash: [] }

/** True for conditions that a browser can test. A cookie that it does not see may still exist. */
export const isReadable = ({ type }: Condition): boolean => type !== 'header'

function forClient<R extends PreparedRule>(rule: R, isProxy: boolean): R {
  const { has = [], missing = [] } = rule
  if (!isProxy && [...has, ...missing].every(isReadable)) return { ...rule, place: '', source: '' }
  return {
    ...rule,
    place: '',
    source: '',
    has: has.filter(isReadable),
    missing: missing.filter(isReadable),
    destination: NOWHERE,
    needsServer: true,
  }
}

/**
 * Returns the public files that a rewrite may apply to or lead to. The browser needs these and no others: a file is served
 * before a rule of `afterFiles` applies, and a rewrite to one needs the server.
 */
export function affectedFiles(
  { beforeFiles, afterFiles, fallback }: PreparedTable,
  files: readonly string[],
): string[] {
  const rules = [...beforeFiles, ...afterFiles, ...fallback]
  const patterns = rules.flatMap((rule) => [new RegExp(rule.pattern.regexp, 'i'), ...targetOf(rule)])
  return files.filter((file) => patterns.some((pattern) => pattern.test(file)))
}

/** Returns patterns of every path that a destination inside the application can become. */
function targetOf({ destination: { origin, path } }: PreparedRule): RegExp[] {
  if (origin !== undefined) return []
  const source = path.map((piece: Piece) =>
    typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`) : '.*',
  )
  return [new RegExp(`^${source.join('')}$`)]
}
