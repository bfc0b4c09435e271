/** One fault of a table: where it stands (`redirects[3].destination`) and what is wrong there. */
export type Issue = { readonly place: string; readonly message: string }

export type ReportIssue = (place: string, message: string) => void

/** Thrown by `defineRouting` with every fault of a table at once. */
export class RoutingTableError extends Error {
  override readonly name = 'RoutingTableError'
  readonly code = 'ROUTING_TABLE_INVALID'
  readonly faults: readonly Issue[]

  constructor(faults: readonly Issue[]) {
    const lines = faults.map(({ place, message }) => `\n  ${place}: ${message}`)
    super(`the routing table has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}${lines.join('')}`)
    this.faults = faults
  }
}

// A table may come from plain JavaScript, so its types are not taken for granted.

/** True for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as a fault names it. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? 'undefined'
}

/** What an error says, whatever was thrown. */
export function formatIssues(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
