/**
 * A regular expression as the graph of its characters: which may come first, and which may follow which. It is what
 * tells whether one text can be read in several ways, which is what makes a backtracking engine slow.
 */
export type RegexpGraph = {
  /** For each position the characters it takes: one bit per ASCII character, the last for all others. */
  readonly sets: readonly bigint[]
  readonly follow: readonly ReadonlySet<number>[]
  /** Positions after which the expression may be over. */
  readonly last: readonly number[]
  /** Positions that can be repeated without a bound worth the name. */
  readonly unbounded: ReadonlySet<number>
  /** A repetition leads back where one inside it already does: `(a+)+`. */
  readonly nested: boolean
}

type Part = {
  readonly nullable: boolean
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** Holds a repetition whose count is open, so that repeating it once more multiplies the ways to read a text. */
  readonly varies: boolean
}

const EMPTY: Part = { nullable: true, first: [], last: [], varies: false }
/** A bounded repetition beyond this many counts as unbounded. */
const MANY = 10

const ATOM = /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|k<[^>]*>|\d+|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/iy
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y

/** Reads a well-formed expression, flags left out. Look-arounds are read as parts of their own that take nothing. */
export function regexpGraph(source: string): RegexpGraph {
  const sets: bigint[] = []
  const follow: Set<number>[] = []
  const unbounded = new Set<number>()
  let nested = false
  let at = 0

  const take = (sticky: RegExp): RegExpExecArray | null => {
    sticky.lastIndex = at
    const match = sticky.exec(source)
    if (match !== null) at = sticky.lastIndex
    return match
  }
  const connect = (from: Part, to: Part, back: boolean) => {
    for (const a of from.last) {
      for (const b of to.first) {
        if (back && follow[a]?.has(b)) nested = true
        follow[a]?.add(b)
      }
    }
  }

  const alternatives = (): Part => {
    let all = sequence()
    while (source[at] === '|') {
      at++
      const other = sequence()
      all = {
        nullable: all.nullable || other.nullable,
        first: [...all.first, ...other.first],
        last: [...all.last, ...other.last],
        varies: all.varies || other.varies,
      }
    }
    return all
  }
  const sequence = (): Part => {
    let all = EMPTY
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const start = sets.length
      const next = repeated(single(), start)
      connect(all, next, false)
      all = {
        nullable: all.nullable && next.nullable,
        first: all.nullable ? [...all.first, ...next.first] : all.first,
        last: next.nullable ? [...all.last, ...next.last] : next.last,
        varies: all.varies || next.varies,
      }
    }
    return all
  }
  const single = (): Part => {
    const open = take(GROUP)
    if (open !== null) {
      const inner = alternatives()
      at++
      return /[=!]$/.test(open[0]) ? EMPTY : inner
    }
    const atom = take(ATOM)?.[0] ?? ''
    if (/^(?:[\^$]|\\b)$/i.test(atom)) return EMPTY
    sets.push(charactersOf(atom))
    follow.push(new Set())
    const position = [sets.length - 1]
    return { nullable: false, first: position, last: position, varies: false }
  }
  const repeated = (body: Part, start: number): Part => {
    const quantifier = take(QUANTIFIER)
    if (quantifier === null) return body
    const [, sign, least, comma, most] = quantifier
    const max = sign === '?' ? 1 : sign || (comma && !most) ? Infinity : Number(most || least)
    const min = sign ? Number(sign === '+') : Number(least)
    if (max > MANY) for (let position = start; position < sets.length; position++) unbounded.add(position)
    const varies = max > 1 && (min !== max || body.varies)
    if (varies) connect(body, body, true)
    return { ...body, nullable: body.nullable || min === 0, varies: body.varies || varies }
  }

  const whole = alternatives()
  return { sets, follow, last: whole.last, unbounded, nested }
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
const known = new Map<string, bigint>()

/** The characters an atom takes, case ignored. A back-reference could repeat anything. */
function charactersOf(atom: string): bigint {
  const made = known.get(atom)
  if (made !== undefined) return made
  const anything = /^\\(?:k<|[1-9])/.test(atom)
  const one = anything ? /^[^]$/ : new RegExp(`^(?:${atom})$`, 'i')
  let set = anything || /[^\0-\x7f]|\\u/.test(atom) || one.test('é') ? 1n << 128n : 0n
  for (const [code, char] of ASCII.entries()) if (one.test(char)) set |= 1n << BigInt(code)
  known.set(atom, set)
  return set
}

/** All characters but line ends: what `.` takes. Addresses and headers hold nothing else. */
export const ANY = charactersOf('.')
