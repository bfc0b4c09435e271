import { checkRegexp, type RegexpVerdict } from '#app/navigation/routing-table/parse/check-regexp.ts'
import { conditionRegexp } from '#app/navigation/routing-table/match/conditions.ts'
import { isPlain, parseSource, sourceRegexp } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import type { Condition } from '#app/navigation/routing-table/routing-types.ts'

const HARMLESS = { type: 'harmless' } as const

/** Checks what a source becomes. Throws when the grammar or a custom pattern is at fault. */
export function checkSource(source: string): RegexpVerdict {
  const tokens = parseSource(source)
  return isPlain(tokens) ? HARMLESS : checkRegexp(new RegExp(sourceRegexp(tokens), 'i'))
}

/** Checks the value of a condition. Throws SyntaxError when it is no expression. */
export function checkCondition(condition: Condition): RegexpVerdict {
  const regexp = conditionRegexp(condition)
  return condition.value ? checkRegexp(regexp) : HARMLESS
}

export function slowMessage({ attack }: { readonly attack: string }): string {
  return `can be made slow by a crafted text: ${attack}`
}
