/**
 * The one classification of database errors. An error is a fault of the store, which the operator mends and after which
 * the same write succeeds; or it is caused by the data, and would come again.
 */

/** The reason why a database cannot be read or written. */
export type DatabaseFault = 'full' | 'read-only' | 'corrupt' | 'misplaced' | 'unavailable'

type Kind = DatabaseFault | 'data'

/** SQLite's result codes, extended ones before the primary code in their low byte: https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, Kind>> = {
  // ERROR: a faulty statement.
  1: 'data',
  // PERM.
  3: 'read-only',
  // BUSY, LOCKED, NOMEM.
  5: 'unavailable',
  6: 'unavailable',
  7: 'unavailable',
  8: 'read-only',
  // READONLY_DBMOVED: the file was moved or deleted while it was open.
  1_032: 'misplaced',
  // INTERRUPT, IOERR.
  9: 'unavailable',
  10: 'unavailable',
  11: 'corrupt',
  13: 'full',
  // CANTOPEN.
  14: 'misplaced',
  // PROTOCOL: a race for a lock.
  15: 'unavailable',
  // TOOBIG, CONSTRAINT, MISMATCH.
  18: 'data',
  19: 'data',
  20: 'data',
  // AUTH.
  23: 'read-only',
  // RANGE.
  25: 'data',
  // NOTADB.
  26: 'corrupt',
}

/** SQLite's message, with the code of a faulty statement, when the tables of the file are not those of this application. */
const SQLITE_OTHER_SCHEMA = /^no such (?:table|column)\b/

/**
 * SQLSTATEs of PostgreSQL and their classes, of which the first prefix counts:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES: readonly (readonly [prefix: string, kind: Kind])[] = [
  // Too many parameters in a statement.
  ['08P01', 'data'],
  ['08', 'unavailable'],
  ['25006', 'read-only'],
  ['28', 'misplaced'],
  ['3D000', 'misplaced'],
  // Schemas, tables and columns that are not there.
  ['3F000', 'misplaced'],
  ['42P01', 'misplaced'],
  ['42703', 'misplaced'],
  // No privilege.
  ['42501', 'read-only'],
  // Rolled back: a conflict with another transaction, a deadlock.
  ['40', 'unavailable'],
  ['53100', 'full'],
  ['53', 'unavailable'],
  ['55', 'unavailable'],
  ['57', 'unavailable'],
  ['58', 'unavailable'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
  ['0A', 'data'],
  ['21', 'data'],
  ['22', 'data'],
  ['23', 'data'],
  ['42', 'data'],
  ['54', 'data'],
]

/** An SQLSTATE, which pg sets together with a severity. */
const SQLSTATE = /^[\dA-Z]{5}$/

/** Messages of pg's errors for a connection, which have neither a class nor a code. */
const PG_CONNECTION =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying)/

const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE)$/

/** Error codes of the file system when the folder or file is created. */
const FILES: Readonly<Record<string, DatabaseFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
}

type Members = { code?: unknown; errcode?: unknown; severity?: unknown }

/** Returns the kind of an error that a database or its driver threw; `undefined` for an unknown code, or another error. */
function kindOf(error: Error): Kind | undefined {
  const { code, errcode } = error as Members
  if (PG_CONNECTION.test(error.message)) return 'unavailable'
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    if (errcode === 1 && SQLITE_OTHER_SCHEMA.test(error.message)) return 'misplaced'
    return SQLITE[errcode] ?? SQLITE[errcode & 0xff]
  }
  return isOfPostgres(error) ? POSTGRES.find(([prefix]) => String(code).startsWith(prefix))?.[1] : undefined
}

function isOfPostgres(error: Error): boolean {
  const { code, severity } = error as Members
  return typeof code === 'string' && severity !== undefined && SQLSTATE.test(code)
}

/** Causes that are followed, because a chain of causes may be circular. */
const MAX_CAUSES = 5

function* causesOf(error: unknown): Generator<Error> {
  for (let depth = 0, cause = error; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause) {
    yield cause
  }
}

/** True if SQLite, PostgreSQL or the connection to it threw the error, or one of its causes. */
export function isDatabaseError(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    if ((cause as Members).code === 'ERR_SQLITE_ERROR' || isOfPostgres(cause) || PG_CONNECTION.test(cause.message)) {
      return true
    }
  }
  return false
}

/**
 * True if the error is caused by the data, so that writing other data may succeed, and writing the same never will. A
 * value that a driver cannot bind, and a statement too long to build, are a TypeError and a RangeError.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  return error instanceof Error && kindOf(error) === 'data'
}

/**
 * Returns the fault of the database that caused a query's error, or one of its causes; `undefined` for an error that the
 * data or something else caused. A process of which a query fails in this way responds 503, and tries again.
 */
export function classifyQueryError(error: unknown): DatabaseFault | undefined {
  for (const cause of causesOf(error)) {
    const kind = kindOf(cause)
    if (kind !== undefined && kind !== 'data') return kind
    const { code } = cause as Members
    if (typeof code === 'string' && NETWORK.test(code)) return 'unavailable'
  }
  return undefined
}

/** Returns the fault of a database that cannot be opened: also for errors of its folder and file. */
export function classifyOpenError(error: unknown): DatabaseFault {
  const { code, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return classifyQueryError(error) ?? FILES[code ?? ''] ?? (syscall === undefined ? 'unavailable' : 'misplaced')
}

/** True for an error of SQLite that waited in vain for the lock of another connection. */
export function isBusy(error: unknown): boolean {
  const { code, errcode } = error instanceof Error ? (error as Members) : {}
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === 5
}
