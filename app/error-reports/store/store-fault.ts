import type { DatabaseFault } from '#app/database/database-errors.ts'

/** The reason why a store cannot be read or written. */
export type StoreFault = DatabaseFault

/** Advice to the operator, for the log. */
export const ADVICE: Record<StoreFault, string> = {
  full: 'free space on its disk, or lower RETENTION_BYTES; writing resumes by itself',
  'read-only': 'let this process write the file and its folder, or the database; writing resumes by itself',
  corrupt: 'stop the process, restore a backup or move the file away, and start again',
  misplaced: 'set DATA_DIR to a folder, or DATABASE_URL to a database, that this process may use, and start again',
  unavailable: 'check that the database runs and is not locked; it is retried automatically',
}
