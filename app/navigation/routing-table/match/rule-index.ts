import type { Pattern } from '#app/navigation/routing-table/routing-types.ts'

/**
 * Row numbers by the first segment of their source, so that a look-up tries the rules that share it and not the whole
 * table.
 */
export type RuleIndex = {
  /** Sources without params, by their whole path. */
  readonly exact: Map<string, number[]>
  /** Sources with a literal first segment. */
  readonly first: Map<string, number[]>
  /** Sources that may begin with anything. */
  readonly open: number[]
}

/** Indexes the patterns at these rows. Row numbers must ascend. */
export function indexPatterns(rows: readonly { readonly row: number; readonly pattern: Pattern }[]): RuleIndex {
  const index: RuleIndex = { exact: new Map(), first: new Map(), open: [] }
  for (const { row, pattern } of rows) {
    if (pattern.exact !== undefined) append(index.exact, pattern.exact, row)
    else if (pattern.first !== undefined) append(index.first, pattern.first, row)
    else index.open.push(row)
  }
  return index
}

/** The rows that could match a canonical path: up to three ascending lists. */
export function lookUpRows(index: RuleIndex, path: string): readonly number[][] {
  const exact = index.exact.size > 0 ? index.exact.get(exactKey(path)) : undefined
  const first = index.first.size > 0 ? index.first.get(firstSegment(path)) : undefined
  return [exact ?? [], first ?? [], index.open].filter((rows) => rows.length > 0)
}

/** Merges ascending lists into one. */
export function mergeRows(lists: readonly number[][]): readonly number[] {
  return lists.length > 1 ? lists.flat().toSorted((a, b) => a - b) : (lists[0] ?? [])
}

/** The key of a path among exact sources: lower-case, without a trailing slash, since sources ignore both. */
export function exactKey(path: string): string {
  return (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
}

/** A path's first segment, lower-case. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1)
  return (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
}

function append(map: Map<string, number[]>, key: string, row: number): void {
  const rows = map.get(key)
  if (rows === undefined) map.set(key, [row])
  else rows.push(row)
}
