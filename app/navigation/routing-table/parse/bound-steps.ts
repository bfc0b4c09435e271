/** An expression beyond these is left to the checker: characters, positions once counts are written out, and so on. */
const LIMITS = { characters: 5_000, count: 256, positions: 5_000, edges: 20_000 }

/** ASCII and, as one, every other UTF-16 code unit. */
const SYMBOLS = 129

/** The first and last positions of a part of an expression; nullable when it may match nothing. */
type Fragment = { readonly first: readonly number[]; readonly last: readonly number[]; readonly nullable: boolean }

/** A part that can be written out several times, each time with positions of its own. */
type Part = () => Fragment

/** Thrown for an expression that this bound cannot be told for. */
class NoBound extends Error {}

const ATOM =
  /\((?:\?(?:[:=!]|<[A-Za-z_$][\w$]*>))?|\[(?:\\[^]|[^\]\\])*\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^\w]|[bBdDwWsSfnrtv])|[^\\[{(*+?]/y
const QUANTIFIER = /(?:([*+?])|\{(\d{1,5})(?:(,)(\d{0,5}))?\})\??/y

/**
 * An upper bound of the steps that a backtracking engine takes to match an anchored expression against a text, whatever
 * the text; undefined where none can be told. Takes microseconds for an ordinary pattern, and depends on nothing else.
 *
 * It is the size of the engine's search tree. Each place that matches a character (a position of Glushkov's automaton)
 * leads to those that may follow it, once for each way there, so that `(a*)*` is not taken for `a*`. In a loop, at most
 * one of them may match a character and go on in the loop, or the tree is exponential. A loop that can also be left at
 * such a character may be left anywhere, and multiplies what follows it by the length of the text; any other is left
 * once. A look-ahead is a branch that ends; whatever else can fail only cuts the tree. Every character beyond ASCII is
 * taken to match wherever one may.
 *
 * Without a bound: loops over what may be empty, look-behinds, back-references, and flags other than `i` and `s`.
 *
 * @param length of the text, in UTF-16 code units
 */
export function boundSteps({ source, flags }: RegExp, length: number): number | undefined {
  if (/[^is]/.test(flags) || source.length > LIMITS.characters) return undefined
  try {
    const automaton = createAutomaton(flags)
    const root = parseExpression(source, automaton)()
    return countSteps(automaton.sets, [...automaton.follow, root.first], length)
  } catch (error) {
    if (error instanceof NoBound) return undefined
    throw error
  }
}

type Automaton = ReturnType<typeof createAutomaton>

function createAutomaton(flags: string) {
  /** By position: the symbols that it matches. */
  const sets: Uint8Array[] = []
  /** By position: what may come next, once for each way there. */
  const follow: number[][] = []
  let edges = 0

  const connect = (from: readonly number[], to: readonly number[]) => {
    edges += from.length * to.length
    if (edges > LIMITS.edges) throw new NoBound()
    for (const position of from) follow[position]?.push(...to)
  }
  const atom =
    (text: string): Part =>
    () => {
      if (sets.length === LIMITS.positions) throw new NoBound()
      const position = sets.push(symbolsOf(text, flags)) - 1
      follow.push([])
      return { first: [position], last: [position], nullable: false }
    }
  const sequence =
    (parts: readonly Part[]): Part =>
    () =>
      parts.reduce<Fragment>((before, part) => {
        const after = part()
        connect(before.last, after.first)
        return {
          first: before.nullable ? [...before.first, ...after.first] : before.first,
          last: after.nullable ? [...before.last, ...after.last] : after.last,
          nullable: before.nullable && after.nullable,
        }
      }, EMPTY)
  const alternatives =
    (parts: readonly Part[]): Part =>
    () => {
      const fragments = parts.map((part) => part())
      // Two ways to match nothing would be taken for one.
      if (fragments.filter(({ nullable }) => nullable).length > 1) throw new NoBound()
      return {
        first: fragments.flatMap(({ first }) => first),
        last: fragments.flatMap(({ last }) => last),
        nullable: fragments.some(({ nullable }) => nullable),
      }
    }
  const lookahead =
    (part: Part): Part =>
    () => ({ first: part().first, last: [], nullable: true })
  const notEmpty = (part: Part): Fragment => {
    const fragment = part()
    if (fragment.nullable) throw new NoBound()
    return fragment
  }
  const loop =
    (part: Part): Part =>
    () => {
      const fragment = notEmpty(part)
      connect(fragment.last, fragment.first)
      return { ...fragment, nullable: true }
    }
  const optional =
    (part: Part): Part =>
    () => ({ ...notEmpty(part), nullable: true })

  /** `x{2,4}` as `xx(?:x(?:x)?)?`, so that there is one way for each count. */
  const repeat = (part: Part, least: number, most: number): Part => {
    if (least > LIMITS.count || (most > LIMITS.count && most !== Infinity)) throw new NoBound()
    const times = Array.from({ length: least }, (): Part => () => notEmpty(part))
    if (most === Infinity) return sequence([...times, loop(part)])
    let rest: Part = () => EMPTY
    for (let count = least; count < most; count++) rest = optional(sequence([part, rest]))
    return sequence([...times, rest])
  }
  return { sets, follow, atom, sequence, alternatives, lookahead, repeat }
}

const EMPTY: Fragment = { first: [], last: [], nullable: true }

function parseExpression(source: string, { atom, sequence, alternatives, lookahead, repeat }: Automaton): Part {
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }

  const parseAtom = (): Part => {
    const [text] = take(ATOM) ?? []
    if (text === undefined) throw new NoBound()
    if (/^(?:[\^$]|\\[bB])$/.test(text)) return () => EMPTY
    if (text[0] !== '(') return atom(text)
    const inner = alternatives(parseAlternatives())
    // The closing parenthesis.
    at += 1
    return text === '(?=' || text === '(?!' ? lookahead(inner) : inner
  }
  const parseQuantified = (): Part => {
    const part = parseAtom()
    const [text, sign, least, comma, most] = take(QUANTIFIER) ?? []
    if (text === undefined) return part
    if (sign !== undefined) return repeat(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : Infinity)
    return repeat(part, Number(least), comma === undefined ? Number(least) : most ? Number(most) : Infinity)
  }
  const parseAlternatives = (): Part[] => {
    const list: Part[] = []
    do {
      if (list.length > 0) at += 1
      const parts: Part[] = []
      while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(parseQuantified())
      list.push(sequence(parts))
    } while (source[at] === '|')
    return list
  }

  const [root, ...others] = parseAlternatives()
  // Anything else may be tried at every character of the text.
  if (root === undefined || others.length > 0 || source[0] !== '^') throw new NoBound()
  return root
}

const symbolSets = new Map<string, Uint8Array>()

/** The symbols that one character, escape or class matches. */
function symbolsOf(atom: string, flags: string): Uint8Array {
  const key = `${flags} ${atom}`
  const known = symbolSets.get(key)
  if (known) return known
  const regexp = new RegExp(`^${atom}$`, flags)
  const symbols = Uint8Array.from({ length: SYMBOLS }, (_, code) =>
    code < SYMBOLS - 1 ? Number(regexp.test(String.fromCharCode(code))) : Number(mayMatchBeyondAscii(atom)),
  )
  symbolSets.set(key, symbols)
  return symbols
}

function mayMatchBeyondAscii(atom: string): boolean {
  return atom === '.' || /[^ -~]|^\[\^|\\[DWSsuxc\d]/.test(atom)
}

/** Sums up the search tree over an automaton, whose last list of followers is that of the start. */
function countSteps(sets: readonly Uint8Array[], follow: readonly (readonly number[])[], length: number): number {
  const total: number[] = []
  for (const component of components(follow)) {
    const members = new Set(component)
    const isLoop = component.some((position) => follow[position]?.some((next) => members.has(next)))
    let [width, rest, leavesAnywhere] = [0, 0, false]
    for (const position of component) {
      const next = follow[position] ?? []
      width = Math.max(width, next.length)
      for (let symbol = 0; symbol < SYMBOLS; symbol++) {
        let [stays, leaves] = [0, 0]
        for (const one of next) {
          if (sets[one]?.[symbol] !== 1) continue
          if (members.has(one)) stays += 1
          else leaves += total[one] ?? Infinity
        }
        if (stays > 1) return Infinity
        leavesAnywhere ||= stays > 0 && leaves > 0
        rest = Math.max(rest, leaves)
      }
    }
    const here = isLoop ? length * (1 + width) : 1 + width
    for (const position of component) total[position] = here + rest * (isLoop && leavesAnywhere ? length : 1)
  }
  return total[follow.length - 1] ?? Infinity
}

/** Strongly connected components, those that others lead to first (Tarjan). */
function components(follow: readonly (readonly number[])[]): number[][] {
  const found: number[][] = []
  const order: number[] = []
  const open: number[] = []
  const isOpen = new Set<number>()
  let visited = 0

  const visit = (position: number): number => {
    const mine = (order[position] = visited++)
    let lowest = mine
    open.push(position)
    isOpen.add(position)
    for (const next of follow[position] ?? []) {
      const reached = order[next] === undefined ? visit(next) : isOpen.has(next) ? order[next] : mine
      lowest = Math.min(lowest, reached)
    }
    if (lowest === mine) {
      const component = open.splice(open.indexOf(position))
      for (const member of component) isOpen.delete(member)
      found.push(component)
    }
    return lowest
  }
  visit(follow.length - 1)
  return found
}
