import type { CompiledTable } from '#app/navigation/rules/compiled.ts'
import type { RuleRequest } from '#app/navigation/rules/conditions.ts'
import {
  resolveRedirect,
  resolveRewrite,
  type AskServer,
  type Malformed,
  type None,
  type Proxy,
  type Redirect,
  type Rewrite,
  type Served,
  type Step,
} from '#app/navigation/rules/resolve.ts'

export type Explanation = {
  /** Every rule that was tried, in the order it was. */
  readonly steps: readonly Step[]
  readonly end: Redirect | Rewrite | Proxy | AskServer | Malformed | None
}

/** What one request meets, rule by rule, and where it ends: the resolution itself, with every rule reported. */
export function explain(table: CompiledTable, request: RuleRequest, serves: (path: string) => Served): Explanation {
  const steps: Step[] = []
  const trace = (step: Step) => void steps.push(step)
  const redirect = resolveRedirect(table, request, trace)
  return { steps, end: redirect.type === 'none' ? resolveRewrite(table, request, serves, trace) : redirect }
}
