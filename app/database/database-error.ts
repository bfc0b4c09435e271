/** Causes followed, so that a chain that leads back to itself ends. */
const DEPTH = 5

/** pg's own messages about a connection that broke, whose errors have neither class nor code. */
const PG_CONNECTION = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** SQLSTATE: five capital letters and digits; pg gives it together with a severity. */
const SQLSTATE = /^[\dA-Z]{5}$/

/** Tells whether SQLite, PostgreSQL or the connection to it caused an error. */
export function isDatabaseError(error: unknown): boolean {
  for (let depth = 0, cause = error; depth < DEPTH && cause instanceof Error; depth++, cause = cause.cause) {
    const { code, severity } = cause as { code?: unknown; severity?: unknown }
    if (code === 'ERR_SQLITE_ERROR') return true
    if (typeof code === 'string' && severity !== undefined && SQLSTATE.test(code)) return true
    if (PG_CONNECTION.test(cause.message)) return true
  }
  return false
}
