import type { Condition, RedirectRule, Routing, Rule } from '#app/navigation/rules/table.ts'

export type BrowserTable = Omit<Routing, 'localeDetection'>

/**
 * The part of a table that goes to the browser, or null when there are no rules. A rule that needs a header or the host,
 * or that leads to another origin by proxy, goes as a mere marker: its path and the conditions a browser can test, so
 * that the server is asked only when they hold. Header values, host names and proxied origins stay on the server.
 */
export function browserTable(routing: Routing): BrowserTable | null {
  const { locales, defaultLocale, domains, trailingSlash, redirects, rewrites } = routing
  const shorten = (rules: readonly Rule[]) => rules.map((rule) => forBrowser(rule, !rule.destination.startsWith('/')))
  const table: BrowserTable = {
    locales,
    defaultLocale,
    domains,
    trailingSlash,
    redirects: redirects.map((rule): RedirectRule => ({ ...forBrowser(rule, false), status: rule.status })),
    rewrites: {
      beforeFiles: shorten(rewrites.beforeFiles),
      afterFiles: shorten(rewrites.afterFiles),
      fallback: shorten(rewrites.fallback),
    },
  }
  return [table.redirects, ...Object.values(table.rewrites)].every((rules) => rules.length === 0) ? null : table
}

const isReadable = (condition: Condition) => condition.type === 'query' || condition.type === 'cookie'

function forBrowser({ source, destination, locale, has = [], missing = [] }: Rule, isProxy: boolean): Rule {
  const needsServer = isProxy || ![...has, ...missing].every(isReadable)
  const readableHas = has.filter(isReadable)
  const readableMissing = missing.filter(isReadable)
  return {
    place: '',
    source,
    destination: needsServer ? '/' : destination,
    locale,
    ...(readableHas.length > 0 && { has: readableHas }),
    ...(readableMissing.length > 0 && { missing: readableMissing }),
    ...(needsServer && { needsServer }),
  }
}
