import { classifyQueryError, type DatabaseFault } from '#fairlead/database/database-errors.ts'

/** The advice to the operator for each fault, for the log. */
export const ADVICE: Record<DatabaseFault, string> = {
  full: 'free space on its disk, or lower RETENTION_BYTES; writing resumes by itself',
  'read-only': 'let this process write the file and its folder, or the database; writing resumes by itself',
  corrupt: 'stop the process, restore a backup or move the file away, and start again',
  misplaced: 'set DATA_DIR to a folder, or DATABASE_URL to a database, that this process may use, and start again',
  unavailable: 'check that the database runs and is not locked; it is retried automatically',
}

/** Interval at which a lasting fault is logged, in milliseconds. */
const LOG_MS = 60_000

export type StoreHealth = ReturnType<typeof createStoreHealth>

/** Creates the health of a store, which logs faults and when they end. */
export function createStoreHealth(options: {
  /** The store's file, or its database without the password, for the log. */
  place: string
  /** Milliseconds. */
  now: () => number
  log: { error: (fields: object, message: string) => void; info: (fields: object, message: string) => void }
}) {
  const { place, now, log } = options
  let current: DatabaseFault | undefined
  const logged = new Map<DatabaseFault, number>()
  return {
    /** Records an error. Returns the store's fault, or `undefined` if the error has another cause. */
    failed(error: unknown, fault = classifyQueryError(error)): DatabaseFault | undefined {
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
    /** Records a successful write. A corrupt file counts as corrupt until the process restarts. */
    worked(): void {
      if (current === undefined || current === 'corrupt') return
      log.info({ store: place, fault: current }, 'the store works again')
      current = undefined
    },
    current: () => current,
  }
}
