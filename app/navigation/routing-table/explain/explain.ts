import type { CompiledTable, RuleMatch } from '#app/navigation/routing-table/match/compile-table.ts'
import type { RuleRequest } from '#app/navigation/routing-table/match/conditions.ts'
import {
  resolveRedirect,
  resolveRewrite,
  type AskServer,
  type Malformed,
  type None,
  type Proxy,
  type Redirect,
  type Rewrite,
  type RouteKind,
  type Trace,
} from '#app/navigation/routing-table/match/resolve.ts'
import type { Condition, PreparedRule } from '#app/navigation/routing-table/routing-types.ts'

/** The outcome of one rule. */
export type Step = {
  readonly rule: PreparedRule
  readonly outcome: Exclude<RuleMatch['type'], 'match'> | 'unusable' | 'applied'
  /** The place of the condition that fails: `has[0]`. */
  readonly condition?: string
  readonly to?: string
}

export type Explanation = {
  /** Every rule that was tried, in the order it was. */
  readonly steps: readonly Step[]
  readonly end: Redirect | Rewrite | Proxy | AskServer | Malformed | None
}

/** Explains one request: the outcome of every rule, and where it ends. It is the resolution itself with a trace. */
export function explain(table: CompiledTable, request: RuleRequest, serves: (path: string) => RouteKind): Explanation {
  const steps: Step[] = []
  const trace: Trace = (rule, match, to) => void steps.push({ rule, ...outcomeOf(rule, match, to) })
  const redirect = resolveRedirect(table, request, trace)
  return { steps, end: redirect.type === 'none' ? resolveRewrite(table, request, serves, trace) : redirect }
}

function outcomeOf(rule: PreparedRule, match: RuleMatch, to: string | null): Omit<Step, 'rule'> {
  if (match.type === 'unmet') return { outcome: 'unmet', condition: placeOf(rule, match.condition) }
  if (match.type !== 'match') return { outcome: match.type }
  return to === null ? { outcome: 'unusable' } : { outcome: 'applied', to }
}

function placeOf({ has = [], missing = [] }: PreparedRule, condition: Condition): string {
  const wanted = has.indexOf(condition)
  return wanted >= 0 ? `has[${wanted}]` : `missing[${missing.indexOf(condition)}]`
}
