import { type SqlBool, sql } from 'kysely'

/** The condition of the index of deliveries that are not done: literal, or SQLite reads all deliveries instead. */
export const OPEN_DELIVERY = sql<SqlBool>`deliveries.state <> 'done'`
