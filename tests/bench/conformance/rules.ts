import type { ConditionInput, Sample } from '#tests/bench/conformance/conditions.ts'
import type { Part } from '#tests/bench/conformance/grammar.ts'

export type RewriteInput = {
  readonly source: string
  readonly destination: string
  readonly locale?: false
  readonly has?: readonly ConditionInput[]
  readonly missing?: readonly ConditionInput[]
}

export type RedirectInput = RewriteInput & { readonly permanent?: boolean; readonly statusCode?: number }

/** A rule with what is needed to make requests that meet it, or nearly. */
export type Made = {
  readonly rule: RedirectInput
  readonly parts: readonly Part[]
  readonly has: readonly Sample[]
  readonly missing: readonly Sample[]
}
