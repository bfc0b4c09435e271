import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupSqlite, pgDumpCommand } from '#app/database/backup.server.ts'
import { databaseLocation } from '#app/database/database.server.ts'
import { makeFolder } from '#app/database/make-folder.server.ts'
import { readPartDatabases } from '#app/host/commands/read-parts.ts'
import type { Env } from '#app/server/env.server.ts'

const USAGE = 'Usage: npm run backup -- <folder>\n'

/**
 * Runs the command `backup`: copies the SQLite databases to a folder, while the server runs. With PostgreSQL it prints the
 * command that does.
 *
 * @returns the exit code: 0 when there is a backup, 1 when there is none, 2 for invalid arguments
 */
export async function runBackupCommand(args: readonly string[], env: Env): Promise<number> {
  const [folder, ...rest] = args
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
    process.stderr.write(USAGE)
    return 2
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
  if (files.length === 0) {
    process.stderr.write(`DATA_DIR: there is no database in ${JSON.stringify(env.DATA_DIR)}\n`)
    return 1
  }
  const copies = files.map((path) => ({ path, copy: join(folder, basename(path)) }))
  const old = copies.find(({ copy }) => existsSync(copy))
  if (old) {
    process.stderr.write(`${old.copy}: exists already; name another folder, or move the old backup away\n`)
    return 1
  }
  try {
    makeFolder(folder)
    for (const { path, copy } of copies) {
      backupSqlite(path, copy)
      process.stdout.write(`${copy}\n`)
    }
    return 0
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}
