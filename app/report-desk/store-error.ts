import type { StoreFault } from '#app/error-reports/store/store-fault.ts'

const CODES: Record<StoreFault, string> = {
  full: 'STORE_FULL',
  'read-only': 'STORE_READ_ONLY',
  corrupt: 'STORE_CORRUPT',
  misplaced: 'STORE_MISPLACED',
  unavailable: 'STORE_UNAVAILABLE',
}

/** The code of the error by which the server tells the desk of a fault. */
export function storeErrorCode(fault: StoreFault): string {
  return CODES[fault]
}

/** The fault that an error's code names. */
export function storeFaultOf(code: string): StoreFault | undefined {
  return (Object.keys(CODES) as StoreFault[]).find((fault) => CODES[fault] === code)
}
