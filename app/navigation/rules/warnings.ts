import {
  candidates,
  compileTable,
  type CompiledRule,
  type CompiledTable,
  type RuleList,
} from '#app/navigation/rules/compiled.ts'
import { fillDestination, paramsOf } from '#app/navigation/rules/destination.ts'
import { samplesOf } from '#app/navigation/rules/samples.ts'
import { matchPattern } from '#app/navigation/rules/pattern.ts'
import type { Routing, Rule } from '#app/navigation/rules/table.ts'

/** Something in a sound table that is probably a mistake. */
export type Warning = {
  readonly kind: 'shadowed' | 'loop' | 'chain' | 'unserved'
  readonly place: string
  readonly message: string
}

/** A redirect followed this far does not end: browsers give up at about as many. */
const MAX_HOPS = 20

/**
 * What is probably a mistake in a table: rules that an earlier one leaves nothing for, redirects that come back to where
 * they began or go on from one rule to the next, and literal destinations inside the application that nothing answers
 * (when `isServed` tells which paths are answered). Only what is certain is said: rules with conditions neither shadow
 * nor continue another, and a source whose paths cannot be guessed is passed over.
 */
export function warningsFor(routing: Routing, isServed?: (path: string) => boolean): Warning[] {
  const table = compileTable(routing)
  const lists = [table.redirects, table.beforeFiles, table.afterFiles, table.fallback]
  return [
    // Rewrites before files all apply in turn, so that an earlier one does not end the matter there.
    ...[table.redirects, table.afterFiles, table.fallback].flatMap(shadowed),
    ...table.redirects.rules.flatMap((rule) => trail(table, rule)),
    ...(isServed ? lists.flatMap((list) => unserved(table, list, isServed)) : []),
  ]
}

function shadowed(list: RuleList): Warning[] {
  return list.rules.flatMap((compiled, row) => {
    const samples = samplesOf(compiled.rule.source)
    const taker = rowsFor(list, compiled.rule, samples[0] ?? '/').find(
      (earlier) => earlier < row && takesAll(list.rules[earlier], compiled, samples),
    )
    const by = taker === undefined ? undefined : list.rules[taker]?.rule
    if (by === undefined) return []
    const message = `can never match: ${by.place} (${by.source}) takes everything first`
    return [{ kind: 'shadowed' as const, place: compiled.rule.place, message }]
  })
}

function takesAll(earlier: CompiledRule | undefined, { rule }: CompiledRule, samples: readonly string[]): boolean {
  if (earlier === undefined || !isUnconditional(earlier.rule) || earlier.rule.locale !== rule.locale) return false
  if (earlier.rule.source === rule.source) return true
  return samples.length > 0 && samples.every((path) => matchPattern(earlier.parts().pattern, path) !== null)
}

/** Follows a redirect through the table for one path that it matches. */
function trail(table: CompiledTable, start: CompiledRule): Warning[] {
  const { rule } = start
  const from = samplesOf(rule.source).find((path) => matchPattern(start.parts().pattern, path) !== null)
  // The query may change on the way, and with it what its conditions say.
  if (from === undefined || [...(rule.has ?? []), ...(rule.missing ?? [])].some(({ type }) => type === 'query'))
    return []
  const path = [from]
  for (let current: CompiledRule = start; ;) {
    const to = hop(current, path.at(-1) ?? from)
    if (to === null) break
    if (path.includes(to)) return [loop(rule, 'leads in a circle', [...path, to])]
    path.push(to)
    if (!to.startsWith('/')) break
    const row = rowsFor(table.redirects, rule, to).find((candidate) => {
      const next = table.redirects.rules[candidate]
      const goesOn = next === start || (next !== undefined && isUnconditional(next.rule))
      return goesOn && next?.rule.locale === rule.locale && matchPattern(next.parts().pattern, to) !== null
    })
    const next = row === undefined ? undefined : table.redirects.rules[row]
    if (next === undefined) break
    if (path.length > MAX_HOPS) return [loop(rule, 'leads on without end', path)]
    current = next
  }
  const end = path.at(-1)
  return path.length > 2
    ? [
        {
          kind: 'chain',
          place: rule.place,
          message: `is redirected again: ${path.join(' → ')}; lead it to ${end} at once`,
        },
      ]
    : []
}

function loop({ place }: Rule, what: string, path: readonly string[]): Warning {
  return { kind: 'loop', place, message: `${what}: ${path.join(' → ')}` }
}

/** The path that a rule leads to from a path, or the whole address on another origin; null when it leads nowhere. */
function hop(compiled: CompiledRule, from: string): string | null {
  const { pattern, destination } = compiled.parts()
  const params = matchPattern(pattern, from)
  const to = params && fillDestination(destination, params, { query: '', hash: '' }, '', 'redirect')
  return to?.split(/[?#]/, 1)[0] ?? null
}

function unserved(table: CompiledTable, list: RuleList, isServed: (path: string) => boolean): Warning[] {
  return list.rules.flatMap((compiled) => {
    const { destination } = compiled.parts()
    if (destination.origin !== null || paramsOf(destination.path).length > 0) return []
    const path = destination.path.join('')
    const address = table.readAddress(path, undefined)
    const goesOn = [table.redirects, table.beforeFiles, table.afterFiles, table.fallback].some((other) =>
      candidates(other, address).some((row) => {
        const rule = other.rules[row]
        return rule && matchPattern(rule.parts().pattern, rule.rule.locale ? address.bare : address.full) !== null
      }),
    )
    if (goesOn || isServed(path)) return []
    return [
      { kind: 'unserved' as const, place: `${compiled.rule.place}.destination`, message: `nothing answers at ${path}` },
    ]
  })
}

const isUnconditional = ({ has, missing }: Rule) => has === undefined && missing === undefined

/** Rows for a path as a rule of this kind sees it. A `locale: false` rule sees the locale in the path already. */
function rowsFor(list: RuleList, { locale }: Rule, path: string): readonly number[] {
  return candidates(list, locale ? { bare: path, full: '' } : { bare: '', full: path })
}
