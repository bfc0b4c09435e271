/** Causes to follow, because a chain of causes may be circular. */
const MAX_CAUSES = 5

/** Messages of pg's errors for a broken connection, which have neither a class nor a code. */
const PG_CONNECTION = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** An SQLSTATE, which pg sets together with a severity. */
const SQLSTATE = /^[\dA-Z]{5}$/

/** Returns true for an error that SQLite, PostgreSQL or the connection to it caused. */
export function isDatabaseError(error: unknown): boolean {
  for (let depth = 0, cause = error; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause) {
    const { code, severity } = cause as { code?: unknown; severity?: unknown }
    if (code === 'ERR_SQLITE_ERROR') return true
    if (typeof code === 'string' && severity !== undefined && SQLSTATE.test(code)) return true
    if (PG_CONNECTION.test(cause.message)) return true
  }
  return false
}
