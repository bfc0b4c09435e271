import type { StoreFault } from '#app/error-reports/store/store-health.ts'

const CODES: Record<StoreFault, string> = {
  full: 'STORE_FULL',
  'read-only': 'STORE_READ_ONLY',
  corrupt: 'STORE_CORRUPT',
  misplaced: 'STORE_MISPLACED',
  unavailable: 'STORE_UNAVAILABLE',
}

/** Returns the error code for a fault of the store. */
export function storeErrorCode(fault: StoreFault): string {
  return CODES[fault]
}

/** Returns the fault of the store for an error code. */
export function storeFaultOf(code: string): StoreFault | undefined {
  return (Object.keys(CODES) as StoreFault[]).find((fault) => CODES[fault] === code)
}
