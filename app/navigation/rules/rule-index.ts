import { encodeUnsafe } from '#app/navigation/rules/encoding.ts'
import { parseSource } from '#app/navigation/rules/pattern.ts'

/**
 * Row numbers by what their source begins with, so that a look-up meets the rules that share the path's first segment
 * and not the whole table.
 */
export type RuleIndex = {
  /** Sources without params, by their whole path. */
  readonly exact: Map<string, number[]>
  /** Sources with a literal first segment. */
  readonly first: Map<string, number[]>
  /** Sources that may begin with anything. */
  readonly open: number[]
}

/** Files the sources at these rows. Row numbers must ascend. Throws for a source that is not well formed. */
export function indexSources(rows: readonly { readonly row: number; readonly source: string }[]): RuleIndex {
  const index: RuleIndex = { exact: new Map(), first: new Map(), open: [] }
  for (const { row, source } of rows) {
    const segment = literalFirstSegment(source)
    if (!/[:*+?(){}\\]/.test(source)) append(index.exact, exactKey(encodeUnsafe(source)), row)
    else if (segment === null) index.open.push(row)
    else append(index.first, segment, row)
  }
  return index
}

/** The rows that could match a canonical path: up to three ascending lists, empty ones left out. */
export function lookUp(index: RuleIndex, path: string): number[][] {
  const found: number[][] = []
  const exact = index.exact.size > 0 && index.exact.get(exactKey(path))
  if (exact) found.push(exact)
  const first = index.first.size > 0 && index.first.get(firstSegment(path))
  if (first) found.push(first)
  if (index.open.length > 0) found.push(index.open)
  return found
}

/** Ascending lists as one. */
export function mergeRows(lists: readonly number[][]): readonly number[] {
  return lists.length > 1 ? lists.flat().toSorted((a, b) => a - b) : (lists[0] ?? [])
}

// Sources ignore case and tolerate a trailing slash, so both are taken off the keys.
const exactKey = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
}

/** The first segment when it is literal to its end: `/blog/:id` has one, `/blog-:id` and `/:a` have none. */
function literalFirstSegment(source: string): string | null {
  const [text, next] = parseSource(source)
  if (typeof text !== 'string') return null
  const complete = text.indexOf('/', 1) > 0 || next === undefined
  if (!complete && !(typeof next === 'object' && next.prefix.startsWith('/'))) return null
  return firstSegment(encodeUnsafe(text))
}

function append(map: Map<string, number[]>, key: string, row: number): void {
  const rows = map.get(key)
  if (rows === undefined) map.set(key, [row])
  else rows.push(row)
}
