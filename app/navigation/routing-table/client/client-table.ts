import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import type { Condition, PreparedRule, PreparedTable, Routing } from '#app/navigation/routing-table/routing-types.ts'

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
