/** One issue of a table: its place (`redirects[3].destination`) and a message about it. */
export type Issue = { readonly place: string; readonly message: string }

export type ReportIssue = (place: string, message: string) => void

/** Thrown by `defineRouting` with every issue of a table at once. */
export class RoutingTableError extends Error {
  override readonly name = 'RoutingTableError'
  readonly code = 'ROUTING_TABLE_INVALID'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    const lines = issues.map(({ place, message }) => `\n  ${place}: ${message}`)
    super(`the routing table has ${issues.length === 1 ? 'an issue' : `${issues.length} issues`}${lines.join('')}`)
    this.issues = issues
  }
}

// A table may come from plain JavaScript, so its types are not trusted.

/** True for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a record, or an empty one for `undefined`. Reports any other value. */
export function readRecord(value: unknown, place: string, report: ReportIssue): Record<string, unknown> {
  if (isRecord(value)) return value
  if (value !== undefined) report(place, 'is not an object')
  return {}
}

/**
 * Reads the items of a list, and leaves out each item whose result is `undefined`. Reports any value that is not a
 * list, except `undefined`.
 */
export function readList<T>(
  value: unknown,
  place: string,
  report: ReportIssue,
  read: (item: unknown, place: string) => T | undefined,
): T[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, row) => read(item, `${place}[${row}]`) ?? [])
  if (value !== undefined) report(place, value instanceof Promise ? 'is a Promise: await it' : 'is not an array')
  return []
}

/** Returns the text of a value in an issue. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? 'undefined'
}
