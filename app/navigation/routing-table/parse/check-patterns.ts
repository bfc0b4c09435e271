import { checkRegexp, type RegexpVerdict } from '#app/navigation/routing-table/parse/check-regexp.ts'
import { conditionRegexp } from '#app/navigation/routing-table/match/conditions.ts'
import { isPlain, parseSource, sourceRegexp } from '#app/navigation/routing-table/parse/parse-pattern.ts'
import { MAX_PATTERN } from '#app/navigation/routing-table/parse/pattern-limits.ts'
import type { Condition, Rule } from '#app/navigation/routing-table/routing-types.ts'

/** A pattern that was not proven harmless, and where its author wrote it: `redirects[3].has[0].value`. */
export type SuspectPattern = {
  readonly place: string
  readonly verdict: Exclude<RegexpVerdict, { readonly type: 'harmless' }>
}

/** Milliseconds for the patterns of one table that need the checker; those after that time get the verdict `timeout`. */
const TIME_LIMIT = 20_000

/**
 * Checks every source and every condition of rules for slow patterns. What is no expression, or too long a one, is
 * passed over: the rule's parser reports it.
 */
export function findSuspectPatterns(rules: readonly Rule[]): SuspectPattern[] {
  const end = performance.now() + TIME_LIMIT
  return rules.flatMap(patternsOf).flatMap(({ place, toRegexp }) => {
    const regexp = regexpOf(toRegexp)
    const verdict = regexp && checkRegexp(regexp, end - performance.now())
    return verdict && verdict.type !== 'harmless' ? [{ place, verdict }] : []
  })
}

type Pattern = { readonly place: string; readonly toRegexp: () => RegExp | undefined }

function patternsOf({ place, source, has = [], missing = [] }: Rule): Pattern[] {
  const valuesOf = (list: string, conditions: readonly Condition[]): Pattern[] =>
    conditions.map((condition, row) => ({
      place: `${place}.${list}[${row}].value`,
      toRegexp: () => (condition.value ? conditionRegexp(condition) : undefined),
    }))
  return [
    { place: `${place}.source`, toRegexp: () => suspectSource(source) },
    ...valuesOf('has', has),
    ...valuesOf('missing', missing),
  ]
}

function regexpOf(toRegexp: Pattern['toRegexp']): RegExp | undefined {
  try {
    return toRegexp()
  } catch {
    return undefined
  }
}

/**
 * The grammar's expression for a param behind text: any characters from where that text does not stand. The exact
 * checker knows no look-arounds: it gets any character but the text's first.
 */
const NOT_BEFORE = /\(\?:\(\?!\\?([^)])[^)]*\)\[\^\\\/\]\)\+\?/g

/** The expression of a source that has custom patterns. */
function suspectSource(source: string): RegExp | undefined {
  const tokens = parseSource(source)
  const regexp = isPlain(tokens) ? '' : sourceRegexp(tokens)
  if (regexp === '' || regexp.length > MAX_PATTERN) return undefined
  return new RegExp(
    regexp.replace(NOT_BEFORE, (_, first: string) => `[^\\/${/\w/.test(first) ? first : `\\${first}`}]+?`),
    'i',
  )
}

/** The message about a slow pattern, with a text that shows it. */
export function slowMessage({ attack }: { readonly attack: string }): string {
  return `can be made slow by a crafted text: ${attack}`
}
