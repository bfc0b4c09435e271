import { createTables } from '#app/error-reports/store/migrations/001-tables.server.ts'
import { createTallies } from '#app/error-reports/store/migrations/002-tallies.server.ts'
import { createWords } from '#app/error-reports/store/migrations/003-words.server.ts'
import { createSessions } from '#app/error-reports/store/migrations/004-sessions.server.ts'
import { indexAnswered } from '#app/error-reports/store/migrations/005-answered.server.ts'
import { addSearchedText } from '#app/error-reports/store/migrations/006-searched-text.server.ts'
import { addNews } from '#app/error-reports/store/migrations/007-news.server.ts'
import type { MigrationSet } from '#app/database/migration.ts'

const FOLDER = 'app/error-reports/store/migrations'

/** The migrations in the order of their numbers. A released one is never changed: append a new one instead. */
export const MIGRATIONS: MigrationSet['migrations'] = [
  { file: `${FOLDER}/001-tables.server.ts`, up: createTables },
  { file: `${FOLDER}/002-tallies.server.ts`, up: createTallies },
  { file: `${FOLDER}/003-words.server.ts`, up: createWords },
  { file: `${FOLDER}/004-sessions.server.ts`, up: createSessions },
  { file: `${FOLDER}/005-answered.server.ts`, up: indexAnswered },
  { file: `${FOLDER}/006-searched-text.server.ts`, up: addSearchedText },
  { file: `${FOLDER}/007-news.server.ts`, up: addNews },
]

/** The set of the store's migrations, or of those up to an earlier version. */
export function reportsSet(migrations = MIGRATIONS): MigrationSet {
  return { name: 'error-reports', record: 'versions', migrations }
}
