import { createRequire } from 'node:module'
import type { checkSync, Diagnostics } from 'recheck'
import { conditionRegexp } from '#fairlead/navigation/routing-table/match/conditions.ts'
import { isPlain, parseSource, sourceRegexp } from '#fairlead/navigation/routing-table/parse/parse-pattern.ts'
import { MAX_PATTERN } from '#fairlead/navigation/routing-table/match/url.ts'
import type { Condition, Rule } from '#fairlead/navigation/routing-table/routing-types.ts'

export type RegexpVerdict =
  | { readonly type: 'harmless' }
  /** A text such as `attack` takes exponential or cubic time. */
  | { readonly type: 'slow'; readonly attack: string }
  /** The checkers cannot decide it. */
  | { readonly type: 'unknown' }
  /** There is no checker: the application has not installed `recheck`. */
  | { readonly type: 'unchecked' }
  /** The time that was left did not suffice. */
  | { readonly type: 'timeout' }

/**
 * Limits of the search for an attack. They limit work instead of time, so that a verdict depends only on the
 * expression. Attacks have 1 024 characters, which suffices to distinguish cubic from quadratic time, in a sixteenth of
 * the time.
 */
const SEARCH = {
  checker: 'fuzz',
  maxAttackStringSize: 1_024,
  attackLimit: 1_024 ** 2,
  maxIteration: 3,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
} as const

const ATTACK_LENGTH = 120

/** A repetition from these counts on is checked like an open one: an exact count of one character, and all others. */
const MANY = { exact: 65, other: 5 }

const ESCAPE_CLASS_OR_COUNT = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/g

const HARMLESS = { type: 'harmless' } as const

const verdicts = new Map<string, RegexpVerdict>()

const require = createRequire(import.meta.url)

/**
 * Decides whether a text of at most `MATCHING.characters` can make a backtracking engine slow: exponential and cubic
 * time are slow, quadratic time is not. `recheck` takes from 5 ms to some seconds, and `timeout` milliseconds at most.
 * Verdicts are memoized for the process, except `timeout`.
 */
export function checkRegexp(regexp: RegExp, timeout: number): RegexpVerdict {
  const key = String(regexp)
  const verdict = verdicts.get(key) ?? search(regexp, timeout)
  if (verdict.type !== 'timeout') verdicts.set(key, verdict)
  return verdict
}

/** Returns the checker; `undefined` if it is not installed. It is 55 MB, so it does not come with the library. */
function loadChecker(): typeof checkSync | undefined {
  try {
    return (require('recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function search({ source, flags }: RegExp, timeout: number): RegexpVerdict {
  const end = performance.now() + timeout
  if (timeout < 1) return { type: 'timeout' }
  // Its 3 MB are loaded only for a table with something to check. This variant runs in this process, without a worker,
  // a Java archive or a native program.
  const check = loadChecker()
  if (!check) return { type: 'unchecked' }
  // The checker takes whole milliseconds.
  const timeLeft = () => Math.max(1, Math.floor(end - performance.now()))
  const open = withoutLargeCounts(source)
  const verdict = verdictOf(check(open, flags, { checker: 'automaton', timeout: timeLeft() }))
  const isSettled =
    verdict.type === 'slow' || (verdict.type === 'harmless' && !/\)[*+]/.test(open === source ? '' : open))
  if (isSettled) return verdict
  // Look-arounds, back-references and empty repetitions are beyond the exact checker, so this one searches for an
  // attack.
  const searched = verdictOf(check(source, flags, { ...SEARCH, timeout: timeLeft() }))
  return searched.type === 'unknown' ? verdict : searched
}

function verdictOf(found: Diagnostics): RegexpVerdict {
  if (found.status === 'unknown') return { type: found.error.kind === 'timeout' ? 'timeout' : 'unknown' }
  if (found.status === 'safe') return HARMLESS
  const { complexity, attack } = found
  if (complexity.type === 'polynomial' && complexity.degree <= 2) return HARMLESS
  return { type: 'slow', attack: attack.pattern.slice(0, ATTACK_LENGTH) }
}

/**
 * Returns the expression with large counts left open. The checker takes a repetition that ends for harmless, but one of
 * 24 choices, `(?:\w?){24}`, can be matched in 2^24 ways.
 */
function withoutLargeCounts(source: string): string {
  return source.replace(
    ESCAPE_CLASS_OR_COUNT,
    (token: string, least: string | undefined, comma: string | undefined, most: string | undefined, at: number) => {
      if (least === undefined || (comma !== undefined && most === '')) return token
      const isExact = (comma === undefined || least === most) && source[at - 1] !== ')'
      if (Number(most ?? least) < (isExact ? MANY.exact : MANY.other)) return token
      return Number(least) === 0 ? '*' : '+'
    },
  )
}

/** A pattern that was not proven harmless, and its place in the table: `redirects[3].has[0].value`. */
export type SuspectPattern = {
  readonly place: string
  readonly verdict: Exclude<RegexpVerdict, { readonly type: 'harmless' }>
}

/** Milliseconds for all patterns of one table that need the checker. Later patterns get the verdict `timeout`. */
const TIME_LIMIT = 20_000

/** Checks every source and condition for slow patterns. The rule's parser reports invalid and too long expressions. */
export function findSuspectPatterns(rules: readonly Rule[], checkPattern = checkRegexp): SuspectPattern[] {
  const end = performance.now() + TIME_LIMIT
  const suspectsAt = (place: string, toRegexp: () => RegExp | undefined): SuspectPattern[] => {
    let regexp: RegExp | undefined
    try {
      regexp = toRegexp()
    } catch {
      return []
    }
    const verdict = regexp && checkPattern(regexp, end - performance.now())
    return verdict && verdict.type !== 'harmless' ? [{ place, verdict }] : []
  }
  const inValues = (place: string, conditions: readonly Condition[] = []) =>
    conditions.flatMap((condition, row) => suspectsAt(`${place}[${row}].value`, () => suspectValue(condition)))
  return rules.flatMap(({ place, source, has, missing }) => [
    ...suspectsAt(`${place}.source`, () => suspectSource(source)),
    ...inValues(`${place}.has`, has),
    ...inValues(`${place}.missing`, missing),
  ])
}

/** Values without repetition, group or class: `1`, `en|de`, `www.example.com`. */
const LITERAL = /^[^*+?{([\\]*$/

const suspectValue = (condition: Condition): RegExp | undefined =>
  LITERAL.test(condition.value ?? '') ? undefined : conditionRegexp(condition)

/**
 * Finds the expression that the grammar writes for a param after a text: characters at which that text does not begin.
 * The exact checker knows no look-arounds, so it gets any character but the first of the text.
 */
const NOT_BEFORE = /\(\?:\(\?!\\?([^)])[^)]*\)\[\^\\\/\]\)\+\?/g

function suspectSource(source: string): RegExp | undefined {
  const tokens = parseSource(source)
  const regexp = isPlain(tokens) ? '' : sourceRegexp(tokens)
  if (regexp === '' || regexp.length > MAX_PATTERN) return undefined
  return new RegExp(
    regexp.replace(NOT_BEFORE, (_, first: string) => `[^\\/${/\w/.test(first) ? first : `\\${first}`}]+?`),
    'i',
  )
}

/** Returns the message about a slow pattern, with a text that demonstrates it. */
export function slowMessage({ attack }: { readonly attack: string }): string {
  return `can be made slow by a crafted text: ${attack}`
}
