import { checkCondition, checkSource } from '#app/navigation/routing-table/parse/check-patterns.ts'
import {
  candidates,
  compileTable,
  matchPath,
  type CompiledRule,
  type CompiledTable,
  type RuleList,
} from '#app/navigation/routing-table/match/compile-table.ts'
import { fillDestination, hasParam } from '#app/navigation/routing-table/match/fill-destination.ts'
import { MAX_REDIRECTS } from '#app/navigation/routing-table/match/follow-redirects.ts'
import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import { samplePaths } from '#app/navigation/routing-table/parse/sample-paths.ts'
import type { Condition, PreparedRule, Routing, Rule } from '#app/navigation/routing-table/routing-types.ts'

/** Something in a sound table that is probably a mistake. */
export type Warning = {
  readonly kind: 'unchecked' | 'reserved' | 'shadowed' | 'loop' | 'chain' | 'unserved'
  readonly place: string
  readonly message: string
}

/**
 * What is probably a mistake in a table: patterns that could not be checked, rules that an earlier one leaves nothing for, redirects that come back to where
 * they began or go on from one rule to the next, and literal destinations inside the application that nothing answers
 * (when `isServed` tells which paths are answered). Only what is certain is said: rules with conditions neither shadow
 * nor continue another, and a source whose paths cannot be guessed is passed over.
 */
export function warningsFor(routing: Routing, isServed?: (path: string) => boolean): Warning[] {
  const table = compileTable(precompileTable(routing))
  const lists = [table.redirects, table.beforeFiles, table.afterFiles, table.fallback]
  return [
    ...[...routing.redirects, ...Object.values(routing.rewrites).flat()].flatMap(unchecked),
    ...lists.flatMap((list) => list.rules.flatMap(({ rule }) => overReserved(table, rule))),
    // Rewrites before files all apply in turn, so that an earlier one does not end the matter there.
    ...[table.redirects, table.afterFiles, table.fallback].flatMap(shadowed),
    ...table.redirects.rules.flatMap((rule) => redirectChain(table.redirects, rule)),
    ...(isServed ? lists.flatMap((list) => unserved(table, lists, list, isServed)) : []),
  ]
}

/** Patterns of which it is not known whether a crafted text can make them slow. */
function unchecked({ place, source, has = [], missing = [] }: Rule): Warning[] {
  const valueOf = (list: string) => (condition: Condition, row: number) => ({
    at: `${place}.${list}[${row}].value`,
    verdict: checkCondition(condition),
  })
  const checked = [
    { at: `${place}.source`, verdict: checkSource(source) },
    ...has.map(valueOf('has')),
    ...missing.map(valueOf('missing')),
  ]
  const message =
    'it cannot be told whether a crafted text makes this pattern slow: one without look-arounds can be checked'
  return checked.flatMap(({ at, verdict }) =>
    verdict.type === 'unknown' ? [{ kind: 'unchecked' as const, place: at, message }] : [],
  )
}

/** Rules over what the server answers before it asks the table. */
function overReserved(table: CompiledTable, { place, source }: PreparedRule): Warning[] {
  const isBeforeTable = (path: string) =>
    reservedAt(table.readAddress(path, undefined).pathWithoutLocale) === 'before-table'
  if (!samplePaths(source).every(isBeforeTable)) return []
  return [{ kind: 'reserved', place, message: `can never match: the server answers at ${source} before any rule` }]
}

function shadowed(list: RuleList): Warning[] {
  return list.rules.flatMap((compiled, row) => {
    const { rule } = compiled
    const samples = samplePaths(rule.source)
    const taker = candidatesFor(list, rule, samples[0] ?? '/', row).find(
      (earlier) =>
        isUnconditional(earlier.rule) &&
        (earlier.rule.source === rule.source || samples.every((path) => matchPath(earlier, path) !== null)),
    )
    if (taker === undefined) return []
    const message = `can never match: ${taker.rule.place} (${taker.rule.source}) takes everything first`
    return [{ kind: 'shadowed' as const, place: rule.place, message }]
  })
}

/** Follows a redirect through the table for one path that it matches. */
function redirectChain(list: RuleList, start: CompiledRule): Warning[] {
  const { place, source, has = [], missing = [] } = start.rule
  const warn = (kind: Warning['kind'], message: string): Warning[] => [{ kind, place, message }]
  const from = samplePaths(source).find((path) => matchPath(start, path) !== null)
  // The query may change on the way, and with it what its conditions say.
  if (from === undefined || [...has, ...missing].some(({ type }) => type === 'query')) return []

  const path = [from]
  let current: CompiledRule | undefined = start
  for (let at = from; current !== undefined;) {
    const to = hop(current, at)
    if (to === null) break
    path.push(to)
    if (path.indexOf(to) < path.length - 1) return warn('loop', `leads in a circle: ${path.join(' → ')}`)
    if (path.length > MAX_REDIRECTS) return warn('loop', `leads on without end: ${path.join(' → ')}`)
    current = candidatesFor(list, start.rule, to).find(
      (next) => (next === start || isUnconditional(next.rule)) && matchPath(next, to) !== null,
    )
    at = to
  }
  if (path.length <= 2) return []
  return warn('chain', `is redirected again: ${path.join(' → ')}; lead it to ${path.at(-1)} at once`)
}

/** The path that a rule leads to from a path, or the whole address on another origin; null when it leads nowhere. */
function hop(compiled: CompiledRule, from: string): string | null {
  const params = matchPath(compiled, from)
  const to = params && fillDestination(compiled.rule.destination, params, { query: '', hash: '' }, '', 'redirect')
  return to?.split(/[?#]/, 1)[0] ?? null
}

function unserved(
  table: CompiledTable,
  lists: readonly RuleList[],
  list: RuleList,
  isServed: (path: string) => boolean,
): Warning[] {
  return list.rules.flatMap(({ rule: { place, destination } }) => {
    if (destination.origin !== undefined || hasParam(destination.path)) return []
    const path = destination.path.filter((piece) => typeof piece === 'string').join('')
    const { pathWithoutLocale, pathWithLocale } = table.readAddress(path, undefined)
    const goesOn = lists.some((other) =>
      candidates(other, { pathWithoutLocale, pathWithLocale }).some((row) => {
        const next = other.rules[row]
        return next !== undefined && matchPath(next, next.rule.locale ? pathWithoutLocale : pathWithLocale) !== null
      }),
    )
    const reserved = reservedAt(pathWithoutLocale)
    const isAnswered = reserved === 'generated' || (reserved === 'before-table' && list === table.redirects)
    if (goesOn || isAnswered || isServed(path)) return []
    return [{ kind: 'unserved' as const, place: `${place}.destination`, message: `nothing answers at ${path}` }]
  })
}

function isUnconditional({ has, missing }: PreparedRule): boolean {
  return has === undefined && missing === undefined
}

/** Rules before a row that could match a path as a rule of this kind sees it: with the locale in it, or without. */
function candidatesFor(list: RuleList, { locale }: PreparedRule, path: string, before = Infinity): CompiledRule[] {
  return candidates(list, { pathWithoutLocale: locale ? path : '', pathWithLocale: locale ? '' : path }).flatMap(
    (row) => {
      const compiled = list.rules[row]
      return compiled !== undefined && row < before && compiled.rule.locale === locale ? [compiled] : []
    },
  )
}
