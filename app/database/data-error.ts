/** SQLite's result codes for a fault of the statement or its values: ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE. */
const SQLITE = new Set([1, 18, 19, 20, 25])

/** PostgreSQL's classes for the same, and its code for a statement with too many parameters. */
const POSTGRES = /^(?:0A|21|22|23|42|54)[\dA-Z]{3}$|^08P01$/

/**
 * Returns whether a database failed because of what was to be written, so that writing something else may succeed.
 * Any other error says that the database is away, full or broken. Pure.
 */
export function isDataError(error: unknown): boolean {
  // Values that a driver cannot bind, and statements that are too long to be built.
  if (error instanceof TypeError || error instanceof RangeError) return true
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // The low byte is the code, the others tell its kinds apart.
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && SQLITE.has(errcode & 0xff)
  return typeof code === 'string' && POSTGRES.test(code)
}
