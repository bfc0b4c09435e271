import { PublicError } from '#fairlead/errors/public-error.ts'
import { TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import { getMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { getReportStore, type ReportStore } from '#fairlead/error-reports/store/report-store.server.ts'
import type { DatabaseFault } from '#fairlead/database/database-errors.ts'

export function storeErrorCode(fault: DatabaseFault): string {
  return `STORE_${fault.toUpperCase().replace('-', '_')}`
}

function storeError(fault: DatabaseFault, place: string): PublicError {
  return new PublicError(storeErrorCode(fault), 503, `The report store is ${fault}.`, { fault, store: place })
}

/** Converts an error of the store to a public one that names the fault. Returns other errors unchanged. */
export function toStoreError(error: unknown): unknown {
  const reports = getReportStore()
  const fault = reports?.failed(error)
  return reports && fault ? storeError(fault, reports.place) : error
}

/**
 * Returns the store of reports.
 *
 * @throws PublicError 503 if the store has not been started or cannot be opened
 */
export async function requireReports(): Promise<ReportStore> {
  // Do not wait for a store that is known to fail.
  const isOpen = await getMonitoring()?.opened(getReportStore()?.fault() ? 0 : TUNNEL.openingMs)
  const reports = getReportStore()
  if (reports && isOpen) return reports
  throw storeError(reports?.fault() ?? 'unavailable', reports?.place ?? '')
}
