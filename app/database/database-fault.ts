import { isDatabaseError } from '#app/database/database-error.ts'

/** The reason why a database cannot be read or written. */
export type DatabaseFault = 'full' | 'read-only' | 'corrupt' | 'misplaced' | 'unavailable'

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, DatabaseFault>> = {
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
const POSTGRES: readonly (readonly [prefix: string, fault: DatabaseFault])[] = [
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

function faultOf(error: Error & { code?: unknown; errcode?: unknown }): DatabaseFault | undefined {
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

/** Returns the database's fault that caused a query's error; `undefined` for errors with another cause. */
export function classifyQueryError(error: unknown): DatabaseFault | undefined {
  for (let depth = 0, cause = error; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause) {
    const fault = faultOf(cause)
    if (fault) return fault
  }
  return undefined
}

/** Error codes of the file system when the folder or file is created. */
const FILES: Readonly<Record<string, DatabaseFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

/** Returns the fault of a database that cannot be opened. */
export function classifyOpenError(error: unknown): DatabaseFault {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return classifyQueryError(error) ?? FILES[code ?? ''] ?? (syscall === undefined ? 'unavailable' : 'misplaced')
}
