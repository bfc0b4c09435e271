import { createRequire } from 'node:module'
import type { checkSync, Diagnostics } from 'recheck'
import { boundSteps } from '#app/navigation/routing-table/parse/bound-steps.ts'
import { MATCHING } from '#app/navigation/routing-table/parse/pattern-limits.ts'

export type RegexpVerdict =
  | { readonly type: 'harmless' }
  /** A text such as `attack` takes exponential or cubic time. */
  | { readonly type: 'slow'; readonly attack: string }
  /** Beyond the checkers. */
  | { readonly type: 'unknown' }
  /** Not decided in the time that was left. */
  | { readonly type: 'timeout' }

/**
 * Steps that need no checker: for a text of `MATCHING.characters` some times its square, which takes a tenth of a
 * second, and for a single character so many that no count multiplies choices.
 */
const STEPS = { longText: 8 * MATCHING.characters ** 2, oneCharacter: 5_000 }

/**
 * Limits of the search for an attack. Work is limited, not time, so that a verdict depends on the expression alone.
 * Attacks have 1 024 characters, which suffices to tell cubic from quadratic time, in a sixteenth of the time.
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

/** The most characters of an attack that a message repeats. */
const ATTACK_LENGTH = 120

/** Counts from which on a repetition is checked as an open one, of an exact count of one character and of all others. */
const MANY = { exact: 65, other: 5 }

const ESCAPE_CLASS_OR_COUNT = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/g

const HARMLESS = { type: 'harmless' } as const

const verdicts = new Map<string, RegexpVerdict>()

let check: typeof checkSync | undefined

/** Loads the checker, 3 MB of JavaScript, only for a table that has something to check. */
function loadCheck(): typeof checkSync {
  const require = createRequire(import.meta.url)
  // The variant that runs in this process, without a worker, a Java archive or a native program.
  return (require('recheck/lib/browser.js') as { checkSync: typeof checkSync }).checkSync
}

/**
 * Tells whether a text of at most `MATCHING.characters` can make a backtracking engine slow: exponential time and cubic
 * time are slow, quadratic time is not. For Node, when a table is defined. An ordinary pattern takes a fraction of a
 * millisecond, since `boundSteps` proves it harmless; any other is left to `recheck`, which takes 5 ms to some seconds.
 * Verdicts are remembered for the process, but for `timeout`.
 *
 * @param timeout milliseconds that the checker may take
 */
export function checkRegexp(regexp: RegExp, timeout: number): RegexpVerdict {
  const key = String(regexp)
  const known = verdicts.get(key)
  if (known) return known
  const verdict = isProvenFast(regexp) ? HARMLESS : search(regexp, timeout)
  if (verdict.type !== 'timeout') verdicts.set(key, verdict)
  return verdict
}

/** Proves an expression harmless. False proves nothing. */
export function isProvenFast(regexp: RegExp): boolean {
  return (
    (boundSteps(regexp, 1) ?? Infinity) <= STEPS.oneCharacter &&
    (boundSteps(regexp, MATCHING.characters) ?? Infinity) <= STEPS.longText
  )
}

function search({ source, flags }: RegExp, timeout: number): RegexpVerdict {
  const end = performance.now() + timeout
  if (timeout < 1) return { type: 'timeout' }
  check ??= loadCheck()
  // The checker takes whole milliseconds.
  const timeLeft = () => Math.max(1, Math.floor(end - performance.now()))
  const open = withoutLargeCounts(source)
  const verdict = verdictOf(check(open, flags, { checker: 'automaton', timeout: timeLeft() }))
  const isSettled =
    verdict.type === 'slow' || (verdict.type === 'harmless' && !/\)[*+]/.test(open === source ? '' : open))
  if (isSettled) return verdict
  // Look-arounds, back-references and empty repetitions are beyond the exact checker: this one searches for an attack.
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
 * The expression with large counts left open. The checker takes a repetition that ends for harmless, but one of 24
 * choices, `(?:\w?){24}`, can be matched in 2^24 ways.
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
