/** SQLite's result codes for a bad statement or value: ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE. */
const SQLITE = new Set([1, 18, 19, 20, 25])

/** PostgreSQL's error classes for the same, and its code for a statement with too many parameters. */
const POSTGRES = /^(?:0A|21|22|23|42|54)[\dA-Z]{3}$|^08P01$/

/**
 * Returns true for a database error that is caused by the data, so that writing other data may succeed. Any other error
 * means that the database is unavailable, full or broken.
 */
export function isDataError(error: unknown): boolean {
  // Values that a driver cannot bind, and statements too long to build.
  if (error instanceof TypeError || error instanceof RangeError) return true
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // The low byte is the primary code.
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && SQLITE.has(errcode & 0xff)
  return typeof code === 'string' && POSTGRES.test(code)
}
