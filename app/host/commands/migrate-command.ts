import { existsSync } from 'node:fs'
import { connect, type DatabaseLocation, placeOf } from '#app/database/connect.server.ts'
import { classifyOpenError } from '#app/database/database-errors.ts'
import { databaseLocation, readMigrationSets } from '#app/database/database.server.ts'
import { migrate, type MigrationStatus, readMigrationStatus } from '#app/database/migrate.server.ts'
import { MigrationError, type MigrationSet } from '#app/database/migration.ts'
import { readPartDatabases } from '#app/host/commands/read-parts.ts'
import type { Env } from '#app/server/env.server.ts'

const USAGE =
  'Usage: npm run migrate          lists what has run, and what is pending\n       npm run migrate -- up    runs what is pending\n'

function statusLine({ file, state, at }: MigrationStatus): string {
  if (state === 'pending') return `  pending                       ${file}\n`
  return `  ran ${at === undefined ? '(time not recorded)     ' : new Date(at).toISOString()}  ${file}\n`
}

async function readStatus(location: DatabaseLocation, sets: readonly MigrationSet[]): Promise<MigrationStatus[]> {
  if (location.url === undefined && !existsSync(location.file)) {
    return sets.flatMap(({ migrations }) => migrations.map(({ file }) => ({ file, state: 'pending' }) as const))
  }
  const database = connect<unknown>(location)
  try {
    return await readMigrationStatus(database, sets)
  } finally {
    await database.db.destroy()
  }
}

/** Runs what is pending, and returns the files. */
async function runPending(location: DatabaseLocation, sets: readonly MigrationSet[]): Promise<string[]> {
  if (sets.length === 0) return []
  const database = connect<unknown>(location, undefined, { isLimited: false })
  try {
    return await migrate(database, sets)
  } finally {
    await database.db.destroy()
  }
}

/**
 * Runs the command `migrate`: lists the migrations of the application's database and of the parts', or with `up` runs
 * the pending ones.
 *
 * @returns the exit code: 0, 1 when a migration or a database fails, 2 for invalid arguments
 */
export async function runMigrateCommand(args: readonly string[], env: Env): Promise<number> {
  if (args.length > 1 || !['up', undefined].includes(args[0])) {
    process.stderr.write(USAGE)
    return 2
  }
  let text = ''
  try {
    const own = { location: databaseLocation(env), sets: await readMigrationSets() }
    for (const { location, sets } of [own, ...(await readPartDatabases(env))]) {
      const lines =
        args[0] === 'up'
          ? (await runPending(location, sets)).map((file) => `  ran now  ${file}\n`)
          : (await readStatus(location, sets)).map(statusLine)
      text += `${placeOf(location)}\n${lines.join('') || '  nothing to run\n'}`
    }
    process.stdout.write(text)
    return 0
  } catch (error) {
    process.stdout.write(text)
    const { message } = error as Error
    const why = error instanceof MigrationError ? message : `the database is ${classifyOpenError(error)}: ${message}`
    process.stderr.write(`${why}\n`)
    return 1
  }
}
