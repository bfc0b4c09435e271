import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupSqlite, pgDumpCommand } from '#fairlead/database/backup.server.ts'
import { databaseLocation } from '#fairlead/database/database.server.ts'
import { makeFolder } from '#fairlead/database/make-folder.server.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { readPartDatabases } from '#fairlead/host/read-parts.ts'
import type { Env } from '#fairlead/platform/env.server.ts'

/**
 * Copies the SQLite databases to a folder, while the server runs. With PostgreSQL it prints the command for a backup.
 *
 * @returns the exit code: 1 when there is no backup, because the database is PostgreSQL
 */
export async function runBackupCommand([folder, ...rest]: readonly string[], env: Env): Promise<number> {
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
    throw new CommandError('Usage: npm run backup -- <folder>', 2)
  }
  const { file, url } = databaseLocation(env)
  if (url !== undefined) {
    process.stderr.write(`PostgreSQL has its own command; nothing was backed up. Run:\n`)
    process.stdout.write(`${pgDumpCommand(url, join(folder, 'fairlead.dump'))}\n`)
    return 1
  }
  const files = [file, ...(await readPartDatabases(env)).map(({ location }) => location.file)].filter((path) =>
    existsSync(path),
  )
  if (files.length === 0) throw new CommandError(`DATA_DIR: there is no database in ${JSON.stringify(env.DATA_DIR)}`)
  const copies = files.map((path) => ({ path, copy: join(folder, basename(path)) }))
  const old = copies.find(({ copy }) => existsSync(copy))
  if (old) throw new CommandError(`${old.copy}: exists already; name another folder, or move the old backup away`)
  try {
    makeFolder(folder)
    for (const { path, copy } of copies) {
      backupSqlite(path, copy)
      process.stdout.write(`${copy}\n`)
    }
    return 0
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}
