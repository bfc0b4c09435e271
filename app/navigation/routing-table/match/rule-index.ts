import type { Pattern } from '#app/navigation/routing-table/routing-types.ts'

/**
 * Row numbers by what paths begin with, so that a look-up tries the rules that share it and not the whole table: the
 * whole path of sources without params (`/a/b`), the first segment of others (`a`), `undefined` for sources that may
 * begin with anything.
 */
export type RuleIndex = ReadonlyMap<string | undefined, readonly number[]>

/** Indexes patterns. Row numbers are their positions. */
export function indexPatterns(patterns: readonly Pattern[]): RuleIndex {
  return Map.groupBy(patterns.keys(), (row) => patterns[row]?.exact ?? patterns[row]?.first)
}

/** The rows that could match one of these canonical paths, ascending. */
export function lookUpRows(index: RuleIndex, ...paths: readonly string[]): readonly number[] {
  let rows = index.get(undefined)
  for (const path of index.size > 0 ? new Set(paths) : []) {
    for (const more of [index.get(exactKey(path)), index.get(firstSegment(path))]) {
      if (more !== undefined) rows = rows ? [...rows, ...more].toSorted((a, b) => a - b) : more
    }
  }
  return rows ?? []
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
