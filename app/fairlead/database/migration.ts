import type { Transaction } from 'kysely'

export type Dialect = 'sqlite' | 'postgres'

/**
 * One step of a schema. Once released it is frozen: it never changes, and imports nothing of the application but this
 * type, so that it still produces the same schema years later. It knows no table by type, because those change as well.
 */
export type Migration = (db: Transaction<unknown>, dialect: Dialect) => Promise<void>

/** Migrations in the order of their numbers, from 1 without a hole, and the form in which a database records them. */
export type MigrationSet = {
  name: string
  /**
   * The table `migrations` of the database: `named` has a row for each migration of each set, with its name and time;
   * `versions` has the numbers of the only set of a database, and nothing else.
   */
  record: 'named' | 'versions'
  migrations: readonly NumberedMigration[]
}

export type NumberedMigration = {
  /** From the project's root. */
  file: string
  up: Migration
  /** Migrations of other sets that run before it, such as `accounts/001-accounts`. */
  after?: readonly string[]
}

/** A migration in the order of all sets. `index` is its place in its set. */
export type Step = NumberedMigration & { set: MigrationSet; index: number }

/** A migration that failed, or migrations that do not fit the database. The message is one line that names the file. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Returns `001-tides` of `app/database/migrations/001-tides.server.ts`. */
export function migrationName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.server\.ts$/, '')
}

const nameIn = (set: MigrationSet, file: string): string => `${set.name}/${migrationName(file)}`

/**
 * Returns all migrations in the order in which they run on an empty database: set by set, and by number within a set. A
 * migration that another one names in `after` runs before it, with the lower numbers of its set.
 *
 * @throws MigrationError if `after` names a missing migration, or leads back to its own
 */
export function inOrder(sets: readonly MigrationSet[]): Step[] {
  const steps = new Map<string, Step>()
  for (const set of sets) {
    for (const [index, migration] of set.migrations.entries()) {
      steps.set(nameIn(set, migration.file), { ...migration, set, index })
    }
  }
  const ordered = new Set<Step>()
  const open = new Set<Step>()
  const add = (step: Step): void => {
    if (ordered.has(step)) return
    if (open.has(step)) throw new MigrationError(`${step.file}: comes after itself; follow after of its migrations`)
    open.add(step)
    const previous = step.set.migrations.slice(0, step.index).at(-1)
    const before = previous === undefined ? [] : [nameIn(step.set, previous.file)]
    for (const name of [...before, ...(step.after ?? [])]) {
      const found = steps.get(name)
      if (found) add(found)
      else
        throw new MigrationError(
          `${step.file}: comes after ${name}, which is no migration; allowed: ${[...steps.keys()].join(', ')}`,
        )
    }
    open.delete(step)
    ordered.add(step)
  }
  for (const step of steps.values()) add(step)
  return [...ordered]
}
