import { checkRegexp, type RegexpVerdict } from '#app/navigation/routing-table/parse/check-regexp.ts'
import { conditionRegexp } from '#app/navigation/routing-table/match/conditions.ts'
import { isPlain, parseSource, sourceRegexp } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import type { Condition } from '#app/navigation/routing-table/routing-types.ts'

const HARMLESS = { type: 'harmless' } as const

/**
 * What the grammar makes of a param behind text: any characters from where that text does not
 * stand. The exact checker knows no look-arounds: it is shown any character but the text's first.
 */
const NOT_BEFORE = /\(\?:\(\?!\\?([^)])[^)]*\)\[\^\\\/\]\)\+\?/g
/** Checks what a source becomes. Throws when the grammar or a custom pattern is at fault. */
export function checkSource(source: string): RegexpVerdict {
  const tokens = parseSource(source)
  if (isPlain(tokens)) return HARMLESS
  return checkRegexp(
    new RegExp(
      sourceRegexp(tokens).replace(
        NOT_BEFORE,
        (_, first: string) => `[^\\/${/\w/.test(first) ? first : `\\${first}`}]+?`,
      ),
      'i',
    ),
  )
}

/** Checks the value of a condition. Throws SyntaxError when it is no expression. */
export function checkCondition(condition: Condition): RegexpVerdict {
  const regexp = conditionRegexp(condition)
  return condition.value ? checkRegexp(regexp) : HARMLESS
}

export function slowMessage({ attack }: { readonly attack: string }): string {
  return `can be made slow by a crafted text: ${attack}`
}
