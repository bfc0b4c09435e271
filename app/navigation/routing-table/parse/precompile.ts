import { offeredNames } from '#app/navigation/routing-table/match/conditions.ts'
import { parsePattern } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import { parseDestination } from '#app/navigation/routing-table/parse/parse-destination.ts'
import type {
  Condition,
  Pattern,
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
