import { ADVICE, classifyStoreError, type StoreFault } from '#app/error-reports/store/store-fault.ts'

/** How often a fault that lasts is logged, in milliseconds. */
const LOG_MS = 60_000

/** What is known of a store by what came of using it. */
export type StoreHealth = {
  /** Notes an error. Returns the fault that it tells of, or `undefined` when the store is not to blame. */
  failed: (error: unknown, fault?: StoreFault) => StoreFault | undefined
  /** Notes that something was written. A file that is corrupt stays so until the process starts again. */
  worked: () => void
  current: () => StoreFault | undefined
}

/** @param now milliseconds */
export function createStoreHealth(options: {
  /** Where the store is, for the log: a file, or a database without its password. */
  place: string
  now: () => number
  log: { error: (fields: object, message: string) => void; info: (fields: object, message: string) => void }
}): StoreHealth {
  const { place, now, log } = options
  let current: StoreFault | undefined
  const logged = new Map<StoreFault, number>()
  return {
    failed(error, fault = classifyStoreError(error)) {
      if (!fault) return undefined
      if (current !== 'corrupt') current = fault
      const at = now()
      const before = logged.get(fault)
      if (before === undefined || Math.abs(at - before) >= LOG_MS) {
        logged.set(fault, at)
        log.error({ err: error, store: place, fault }, `the store is ${fault}: ${ADVICE[fault]}`)
      }
      return fault
    },
    worked() {
      if (current === undefined || current === 'corrupt') return
      log.info({ store: place, fault: current }, 'the store works again')
      current = undefined
    },
    current: () => current,
  }
}
