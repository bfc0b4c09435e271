import type { Rule } from '#app/navigation/routing-table/routing-types.ts'

/**
 * Returns the names of the request headers that rules test, for `Vary` (RFC 9110, 12.5.5). The host and the query are part
 * of the URL.
 */
export function variedBy(rules: readonly Pick<Rule, 'has' | 'missing'>[]): string[] {
  const conditions = rules.flatMap(({ has = [], missing = [] }) => [...has, ...missing])
  const names = conditions.flatMap((condition) => {
    if (condition.type === 'cookie') return ['Cookie']
    return condition.type === 'header' ? [condition.key] : []
  })
  return [...new Set(names)]
}
