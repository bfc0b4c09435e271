import { offeredNames } from '#app/navigation/rules/conditions.ts'
import { readPattern } from '#app/navigation/rules/pattern.ts'
import { readDestination } from '#app/navigation/rules/read-destination.ts'
import type { Condition, Pattern, PreparedRule, PreparedTable, Routing, Rule } from '#app/navigation/rules/table.ts'

/** Parses every rule of a table that `defineRouting` made. The result is plain data. */
export function prepareTable(routing: Routing): PreparedTable {
  const { locales, defaultLocale, domains, trailingSlash, redirects, rewrites } = routing
  return {
    locales,
    defaultLocale,
    domains,
    trailingSlash,
    redirects: redirects.map((rule) => ({ ...prepareRule(rule), status: rule.status })),
    beforeFiles: rewrites.beforeFiles.map(prepareRule),
    afterFiles: rewrites.afterFiles.map(prepareRule),
    fallback: rewrites.fallback.map(prepareRule),
  }
}

function prepareRule({ place, source, destination, locale, has, missing }: Rule): PreparedRule {
  const pattern = readPattern(source)
  return {
    place,
    source,
    locale,
    ...(has && { has }),
    ...(missing && { missing }),
    pattern,
    destination: readDestination(destination, namesOffered(pattern, has)).destination,
  }
}

/** The names that a rule's source and `has` offer to its destination. Unnamed parts offer none. */
export function namesOffered(pattern: Pattern, has: readonly Condition[] = []): Set<string> {
  return new Set([...pattern.params.flatMap(({ name }) => name ?? []), ...has.flatMap(offeredNames)])
}
