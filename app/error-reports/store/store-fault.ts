import { isDatabaseError } from '#app/database/database-error.ts'

/** The reason why a store cannot be read or written. */
export type StoreFault = 'full' | 'read-only' | 'corrupt' | 'misplaced' | 'unavailable'

/** Advice to the operator, for the log. */
export const ADVICE: Record<StoreFault, string> = {
  full: 'free space on its disk, or lower RETENTION_BYTES; writing resumes by itself',
  'read-only': 'let this process write the file and its folder, or the database; writing resumes by itself',
  corrupt: 'stop the process, restore a backup or move the file away, and start again',
  misplaced: 'set DATA_DIR to a folder, or DATABASE_URL to a database, that this process may use, and start again',
  unavailable: 'check that the database runs and is not locked; it is retried automatically',
}

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, StoreFault>> = {
  5: 'unavailable',
  6: 'unavailable',
  8: 'read-only',
  10: 'unavailable',
  11: 'corrupt',
  13: 'full',
  14: 'misplaced',
  26: 'corrupt',
}

/** READONLY_DBMOVED: the file was moved or deleted while it was open. */
const SQLITE_MOVED = 1_032

/** Prefixes of PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES: readonly (readonly [prefix: string, fault: StoreFault])[] = [
  ['53100', 'full'],
  ['25006', 'read-only'],
  ['42501', 'read-only'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
  ['3D000', 'misplaced'],
  ['28', 'misplaced'],
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['57P', 'unavailable'],
]

const NETWORK = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE)$/

/** Messages of pg's connection errors, which have no code. */
const POSTGRES_CONNECTION = /^(Connection terminated|Client has encountered a connection|timeout exceeded when trying)/

function faultOf(error: Error & { code?: unknown; errcode?: unknown }): StoreFault | undefined {
  const { code, errcode, message } = error
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    return errcode === SQLITE_MOVED ? 'misplaced' : SQLITE[errcode & 255]
  }
  if (POSTGRES_CONNECTION.test(message)) return 'unavailable'
  if (typeof code !== 'string') return undefined
  if (NETWORK.test(code)) return 'unavailable'
  return isDatabaseError(error) ? POSTGRES.find(([prefix]) => code.startsWith(prefix))?.[1] : undefined
}

/** Causes to follow, because a chain of causes may be circular. */
const MAX_CAUSES = 5

/** Returns the store's fault that caused a query's error; `undefined` for errors with another cause. */
export function classifyStoreError(error: unknown): StoreFault | undefined {
  for (let depth = 0, cause = error; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause) {
    const fault = faultOf(cause)
    if (fault) return fault
  }
  return undefined
}

/** Error codes of the file system when the folder or file is created. */
const FILES: Readonly<Record<string, StoreFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

/** Returns the fault of a store that cannot be opened. */
export function classifyOpenError(error: unknown): StoreFault {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return classifyStoreError(error) ?? FILES[code ?? ''] ?? (syscall === undefined ? 'unavailable' : 'misplaced')
}
