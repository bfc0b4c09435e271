/**
 * The tables of an application, by name, for Kysely:
 *
 *     declare module 'fairlead/database.server' {
 *       interface Tables {
 *         tides: { port: string; metres: number; at: number }
 *       }
 *     }
 *
 * The library's tables are elsewhere: TypeScript loses an augmentation of a module after one of another that exports it
 * again.
 */
export interface ApplicationTables {}

/** All tables. Rooms of the library add theirs. */
export interface Tables extends ApplicationTables {}
