import { createRequire } from 'node:module'
import type { checkSync, Diagnostics } from 'recheck'
import { MATCHING } from '#app/navigation/routing-table/parse/pattern-limits.ts'

export type RegexpVerdict =
  | { readonly type: 'harmless' }
  /** Takes time out of proportion for a text such as `attack`. */
  | { readonly type: 'slow'; readonly attack: string }
  | { readonly type: 'unknown' }

/** The check of one expression ends after so long, in milliseconds. */
const TIMEOUT_MS = 3_000

/** The most characters of an attack that a message repeats. */
const ATTACK_LENGTH = 120

/** Counts from which on a repetition is checked as an open one, of an exact count of one character and of all others. */
const MANY = { exact: 65, other: 5 }

const ESCAPE_CLASS_OR_COUNT = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}/g

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
 * time are slow, quadratic time is not. For Node, when a table is defined.
 *
 * @param timeout in milliseconds, after which it cannot be told
 */
export function checkRegexp(regexp: RegExp, timeout = TIMEOUT_MS): RegexpVerdict {
  const key = String(regexp)
  let verdict = verdicts.get(key)
  if (verdict === undefined) verdicts.set(key, (verdict = judge(regexp, timeout)))
  return verdict
}

function judge({ source, flags }: RegExp, timeout: number): RegexpVerdict {
  check ??= loadCheck()
  const open = withoutLargeCounts(source)
  const exact = check(open, flags, { checker: 'automaton', timeout })
  const verdict = verdictOf(exact)
  const isSettled =
    verdict.type === 'slow' || (verdict.type === 'harmless' && !/\)[*+]/.test(open === source ? '' : open))
  if (isSettled) return verdict
  // Look-arounds, back-references and empty repetitions are beyond the exact checker: this one searches for an attack.
  const { characters } = MATCHING
  const limits = { maxAttackStringSize: characters, attackLimit: characters ** 2 }
  const searched = verdictOf(check(source, flags, { checker: 'fuzz', timeout, ...limits }))
  return searched.type === 'unknown' ? verdict : searched
}

function verdictOf(found: Diagnostics): RegexpVerdict {
  if (found.status === 'unknown') return { type: 'unknown' }
  if (found.status === 'safe') return { type: 'harmless' }
  const { complexity, attack } = found
  if (complexity.type === 'polynomial' && complexity.degree <= 2) return { type: 'harmless' }
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
