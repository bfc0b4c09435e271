import { PublicError } from '#app/errors/public-error.ts'
import { getMonitoring, type Monitoring } from '#app/error-reports/monitoring.server.ts'
import { storeErrorCode } from '#app/report-desk/store-error.ts'
import type { StoreFault } from '#app/error-reports/store/store-health.ts'

/** Time that a page waits for a store that is still opening, in milliseconds. */
const OPENING_MS = 2_000

function storeError(fault: StoreFault, place: string): PublicError {
  return new PublicError(storeErrorCode(fault), 503, `The report store is ${fault}.`, { store: place })
}

/** Converts an error of the store to a public one that names the fault. Returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  const monitoring = getMonitoring()
  const fault = monitoring?.storeFailed(error)
  return monitoring && fault ? storeError(fault, monitoring.place) : error
}

/**
 * Returns the monitoring of this process with an open store.
 *
 * @throws PublicError 503 when it has not been started or the store cannot be opened
 */
export async function requireMonitoring(): Promise<Monitoring> {
  const monitoring = getMonitoring()
  // No waiting for a store that is known to fail.
  if (monitoring && (await monitoring.opened(monitoring.storeFault() ? 0 : OPENING_MS))) return monitoring
  throw storeError(monitoring?.storeFault() ?? 'unavailable', monitoring?.place ?? '')
}
