import type { Transaction } from 'kysely'

/** The database engine, for the few statements in which they differ. */
export type Dialect = 'sqlite' | 'postgres'

/**
 * One step of a schema. Once released it is frozen: it never changes, and imports nothing of the application but this
 * type, so that it does in years what it did on its day. It knows no table by type, because those change as well.
 */
export type Migration = (db: Transaction<unknown>, dialect: Dialect) => Promise<void>
