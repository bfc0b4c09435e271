import { createTables } from '#app/error-reports/store/migrations/001-tables.server.ts'
import { createTallies } from '#app/error-reports/store/migrations/002-tallies.server.ts'
import { createWords } from '#app/error-reports/store/migrations/003-words.server.ts'
import { createSessions } from '#app/error-reports/store/migrations/004-sessions.server.ts'
import type { Migration } from '#app/database/migration.ts'

/** The migrations in the order of their numbers. A released one is never changed: append a new one instead. */
export const MIGRATIONS: readonly Migration[] = [createTables, createTallies, createWords, createSessions]
