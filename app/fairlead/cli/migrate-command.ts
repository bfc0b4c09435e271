import { existsSync } from 'node:fs'
import { connect, type DatabaseLocation, placeOf } from '#fairlead/database/connect.server.ts'
import { databaseLocation, readMigrationSets } from '#fairlead/database/database.server.ts'
import { migrate, type MigrationStatus, readMigrationStatus } from '#fairlead/database/migrate.server.ts'
import { inOrder, MigrationError, type MigrationSet } from '#fairlead/database/migration.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { readPartDatabases } from '#fairlead/host/read-parts.ts'
import { databaseError } from '#fairlead/cli/with-database.ts'
import type { Env } from '#fairlead/platform/env.server.ts'

const USAGE = `Usage: npm run migrate          lists what has run, and what is pending
       npm run migrate -- up    runs what is pending`

function statusLine({ file, state, at }: MigrationStatus): string {
  if (state === 'pending') return `  pending                       ${file}\n`
  return `  ran ${at === undefined ? '(time not recorded)     ' : new Date(at).toISOString()}  ${file}\n`
}

async function linesOf(location: DatabaseLocation, sets: readonly MigrationSet[], isUp: boolean): Promise<string[]> {
  if (isUp && sets.length === 0) return []
  if (!isUp && location.url === undefined && !existsSync(location.file)) {
    return inOrder(sets).map(({ file }) => statusLine({ file, state: 'pending' }))
  }
  const database = connect<unknown>(location, undefined, { isLimited: !isUp })
  try {
    if (isUp) return (await migrate(database, sets)).map((file) => `  ran now  ${file}\n`)
    return (await readMigrationStatus(database, sets)).map(statusLine)
  } finally {
    await database.db.destroy()
  }
}

/** Lists the migrations of the application's database and of the parts', or with `up` runs the pending ones. */
export async function runMigrateCommand(args: readonly string[], env: Env): Promise<void> {
  if (args.length > 1 || !['up', undefined].includes(args[0])) throw new CommandError(USAGE, 2)
  try {
    const own = { location: databaseLocation(env), sets: await readMigrationSets() }
    for (const { location, sets } of [own, ...(await readPartDatabases(env))]) {
      const lines = await linesOf(location, sets, args[0] === 'up')
      process.stdout.write(`${placeOf(location)}\n${lines.join('') || '  nothing to run\n'}`)
    }
  } catch (error) {
    throw error instanceof MigrationError ? new CommandError(error.message) : databaseError(error)
  }
}
