import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies an SQLite database, also while others write to it, to a new file that only its owner can read. The file appears
 * when it is complete.
 *
 * @throws Error when `to` exists, or cannot be written
 */
export function backupSqlite(file: string, to: string): void {
  if (existsSync(to)) throw new Error(`${to}: exists already`)
  const partial = `${to}.partial`
  // Exclusive: of two backups to one place, one fails.
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    const database = new DatabaseSync(file, { timeout: 10_000 })
    try {
      database.prepare('vacuum into ?').run(partial)
    } finally {
      database.close()
    }
    // SQLite does not wait until the copy is on the disk.
    const copy = openSync(partial, 'r+')
    fsyncSync(copy)
    closeSync(copy)
    renameSync(partial, to)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Returns the `pg_dump` that backs up a PostgreSQL. It asks for the password, which is left out. */
export function pgDumpCommand(url: string, to: string): string {
  const shown = new URL(url)
  shown.password = ''
  for (const name of ['password', 'sslpassword']) shown.searchParams.delete(name)
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return `pg_dump --format=custom --file=${quote(to)} ${quote(shown.href)}`
}
