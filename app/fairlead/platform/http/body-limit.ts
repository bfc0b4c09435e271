/** The limits of a server-function call. Times are in milliseconds. */
export const SERVER_FN_LIMITS = {
  /** The default limit of a body: 1 MB. */
  bytes: 1_048_576,
  /** Fields of a form: each file and each value of a list counts as one. */
  fields: 500,
  /** Time until the last byte of a body. */
  bodyMs: 10_000,
  /** The burst of a client, as a multiple of `RATE_LIMIT`: 20 a second, 100 at once. */
  burstFactor: 5,
} as const

const limits = new Map<string, number>()

/**
 * Sets the limit in bytes of a function's body as sent, and of the form that it handles. Call it in the function's
 * module, which is loaded before the body is read.
 */
export function setBodyLimit(call: { url: string }, bytes: number): void {
  limits.set(call.url, bytes)
}

export function bodyLimitOf({ url }: { url: string }): number {
  return limits.get(url) ?? SERVER_FN_LIMITS.bytes
}
