/**
 * Limit for loading a route's code and styles, in milliseconds; then the document is requested instead. Data has no
 * such limit. Taken from the Pages Router's limit for route assets.
 */
export const ROUTE_LOAD_TIMEOUT_MS = 3_800

/** Settles as `promise` does, and rejects when that takes longer than a route's code may take. */
export function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, ROUTE_LOAD_TIMEOUT_MS))])
}
