// The database of the application, its transactions and its migrations, on the server.

export {
  database,
  databaseEngine,
  queryArrays,
  transaction,
  tryLock,
  withLock,
} from '#fairlead/database/database.server.ts'
export { type Migration } from '#fairlead/database/migration.ts'
export { type ApplicationTables as Tables } from '#fairlead/database/tables.ts'
