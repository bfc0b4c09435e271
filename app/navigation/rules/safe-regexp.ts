import { ANY, regexpGraph, type RegexpGraph } from '#app/navigation/rules/regexp-graph.ts'

/** Expressions that take more steps than this to judge are refused rather than trusted. */
const MAX_STATES = 50_000

/**
 * Why an expression can be made to take time out of proportion to its input, or null when it cannot. Two shapes do:
 * a repetition whose body can be read in several ways (`(a+)+`, `(a|a)*`), where time doubles with every character, and
 * two repetitions that can share one text between them in many ways (`\d+\d+`), where it grows as a power of the length.
 * A last `.*` after other text is harmless, because nothing can fail after it. Expects an expression that compiles; flags are left out.
 */
export function slowReason(source: string): string | null {
  const graph = regexpGraph(source)
  if (graph.nested) return 'repeats something that repeats itself (nested repetition)'
  const reach = reachability(graph)
  const loops = [...graph.sets.keys()].filter((p) => reach[p]?.has(p))
  if (loops.length === 0) return null
  const search = { graph, reach, budget: MAX_STATES }
  if (loops.some((p) => readsTwice(search, p))) return 'repeats alternatives that match the same text'
  const unbounded = loops.filter((p) => graph.unbounded.has(p))
  for (const p of unbounded) {
    for (const q of unbounded) {
      if (q === p || !reach[p]?.has(q) || reach[q]?.has(p) || isHarmless(graph, p, q)) continue
      if (overlaps(search, p, q))
        return 'has repetitions that can match the same text (overlapping unbounded repetition)'
    }
  }
  return search.budget <= 0 ? 'is too large to be checked for slow matching' : null
}

type Search = { readonly graph: RegexpGraph; readonly reach: readonly ReadonlySet<number>[]; budget: number }

function isHarmless({ sets, follow, last }: RegexpGraph, p: number, q: number): boolean {
  return last.includes(q) && ((sets[q] ?? 0n) & ANY) === ANY && !follow[p]?.has(q)
}

function reachability({ follow }: RegexpGraph): Set<number>[] {
  return follow.map((direct) => {
    const seen = new Set(direct)
    for (const position of seen) for (const next of follow[position] ?? []) seen.add(next)
    return seen
  })
}

/** Whether two different ways lead from a position back to it on one text. */
function readsTwice(search: Search, p: number): boolean {
  const inLoop = (q: number | undefined) => q !== undefined && search.reach[p]?.has(q) && search.reach[q]?.has(p)
  return leadsTo(
    search,
    [p, p, 0],
    ([a = 0, b = 0, parted = 0]) =>
      advance(search.graph, [a, b])
        .filter((pair) => pair.every(inLoop))
        .map((pair) => [...pair, pair[0] === pair[1] ? parted : 1]),
    [p, p, 1],
  )
}

/** Whether one text can be read by the loop at p, by the loop at q, and on the way from p to q. */
function overlaps(search: Search, p: number, q: number): boolean {
  const leads = (from: number | undefined, to: number) => from === to || search.reach[from ?? -1]?.has(to)
  return leadsTo(
    search,
    [p, p, q],
    (state) => advance(search.graph, state).filter(([a, b, c]) => leads(a, p) && leads(b, q) && leads(c, q)),
    [p, q, q],
  )
}

/** Where several readers of one text can stand after its next character. */
function advance({ sets, follow }: RegexpGraph, readers: readonly number[]): number[][] {
  let reached: { places: number[]; text: bigint }[] = [{ places: [], text: -1n }]
  for (const reader of readers) {
    reached = reached.flatMap(({ places, text }) =>
      [...(follow[reader] ?? [])]
        .map((place) => ({ places: [...places, place], text: text & (sets[place] ?? 0n) }))
        .filter((next) => next.text !== 0n),
    )
  }
  return reached.map(({ places }) => places)
}

function leadsTo(
  search: Search,
  start: readonly number[],
  next: (state: readonly number[]) => readonly number[][],
  goal: readonly number[],
): boolean {
  const seen = new Map<string, readonly number[]>([[start.join(), start]])
  const wanted = goal.join()
  for (const state of seen.values()) {
    if (--search.budget <= 0) return false
    for (const after of next(state)) {
      const key = after.join()
      if (key === wanted) return true
      if (!seen.has(key)) seen.set(key, after)
    }
  }
  return false
}
