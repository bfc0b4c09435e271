import { PublicError } from '#app/errors/public-error.ts'
import { getMonitoring, type Monitoring } from '#app/error-reports/registry.server.ts'
import { storeErrorCode } from '#app/report-desk/store-error.ts'
import type { StoreFault } from '#app/error-reports/store/store-fault.ts'

/** How long a page waits for a store that is still opening, in milliseconds. */
const OPENING_MS = 2_000

function storeError(fault: StoreFault, place: string): PublicError {
  return new PublicError(storeErrorCode(fault), 503, `The store of reports is ${fault}.`, { store: place })
}

/**
 * Replaces the error of a store that cannot be read or written by one that tells the operator so. Others are returned as
 * they are.
 */
export function toStoreError(error: unknown): unknown {
  const monitoring = getMonitoring()
  const fault = monitoring?.storeFailed(error)
  return monitoring && fault ? storeError(fault, monitoring.place) : error
}

/**
 * The monitoring of this process with an open store.
 *
 * @throws PublicError when it has not been started or the database is away
 */
export async function requireMonitoring(): Promise<Monitoring> {
  const monitoring = getMonitoring()
  // What is known to fail is not waited for.
  if (monitoring && (await monitoring.opened(monitoring.storeFault() ? 0 : OPENING_MS))) return monitoring
  throw storeError(monitoring?.storeFault() ?? 'unavailable', monitoring?.place ?? '')
}
