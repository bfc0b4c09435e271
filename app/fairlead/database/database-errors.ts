/**
 * The one classification of database errors. An error is a fault of the store, and the same write succeeds once the
 * operator has mended it; or the data cause it, and would cause it again.
 */

export type DatabaseFault = 'full' | 'read-only' | 'corrupt' | 'misplaced' | 'unavailable'

type Kind = DatabaseFault | 'data'

/** SQLite's result codes; an extended one counts before its primary code: https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<Kind, readonly number[]>> = {
  // ERROR (a faulty statement), TOOBIG, CONSTRAINT, MISMATCH, RANGE.
  data: [1, 18, 19, 20, 25],
  full: [13],
  // PERM, READONLY, AUTH.
  'read-only': [3, 8, 23],
  // CORRUPT, NOTADB.
  corrupt: [11, 26],
  // CANTOPEN, and READONLY_DBMOVED: the file was moved or deleted while it was open.
  misplaced: [14, 1_032],
  // BUSY, LOCKED, NOMEM, INTERRUPT, IOERR, and PROTOCOL: a race for a lock.
  unavailable: [5, 6, 7, 9, 10, 15],
}

/** SQLite's message, with the code of a faulty statement, if the file lacks this application's tables. */
const SQLITE_OTHER_SCHEMA = /^no such (?:table|column)\b/

/**
 * SQLSTATEs of PostgreSQL, which count before their classes of two characters:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES: Readonly<Record<Kind, readonly string[]>> = {
  // 08P01: too many parameters in a statement.
  data: ['08P01', '0A', '21', '22', '23', '42', '54'],
  full: ['53100'],
  // 42501: no privilege.
  'read-only': ['25006', '42501'],
  corrupt: ['XX001', 'XX002'],
  // Databases, schemas, tables and columns that are not there.
  misplaced: ['28', '3D000', '3F000', '42P01', '42703'],
  // 40: rolled back, by a conflict with another transaction or a deadlock.
  unavailable: ['08', '40', '53', '55', '57', '58'],
}

function kindIn<Code>(table: Readonly<Record<Kind, readonly Code[]>>, ...codes: Code[]): Kind | undefined {
  const kinds = Object.keys(table) as Kind[]
  return codes.flatMap((code) => kinds.find((kind) => table[kind].includes(code)) ?? []).at(0)
}

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
    return kindIn(SQLITE, errcode, errcode & 0xff)
  }
  return isOfPostgres(error) ? kindIn(POSTGRES, String(code), String(code).slice(0, 2)) : undefined
}

function isOfPostgres(error: Error): boolean {
  const { code, severity } = error as Members
  return typeof code === 'string' && severity !== undefined && SQLSTATE.test(code)
}

/** The number of causes to follow, because a chain of causes may be circular. */
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
 * True if the data cause the error, so that writing other data may succeed, and writing the same never will. A value
 * that a driver cannot bind is a TypeError, a statement too long to build a RangeError.
 */
export function isDataError(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  return error instanceof Error && kindOf(error) === 'data'
}

/**
 * Returns the fault of the database that caused a query's error, or one of its causes; `undefined` for an error that
 * the data or something else caused. On a fault the process responds 503, and tries again.
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
