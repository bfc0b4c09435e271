import {
  inOrder,
  type Migration,
  MigrationError,
  type MigrationSet,
  type NumberedMigration,
} from '#fairlead/database/migration.ts'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `app/tides/migrations/001-ports.server.ts`, or `fairlead/…` for a migration of the library. */
const FILE = /^(?:app|fairlead)\/([^/]+)\/migrations\/(\d{3})-[a-z\d]+(?:-[a-z\d]+)*\.server\.ts$/

/**
 * The application's own set. It runs last unless `after` says otherwise, because its migrations may refer to tables of
 * the others.
 */
const LAST = 'database'

type Module = { up?: unknown; after?: unknown }

function isUp(up: unknown): up is Migration {
  return typeof up === 'function'
}

function isAfter(after: unknown): after is readonly string[] {
  return Array.isArray(after) && after.every((name) => typeof name === 'string')
}

/**
 * Returns the sets of migrations in the order in which they run: the library's, the application's by the names of their
 * folders, and the set of `app/database`.
 *
 * @param modules the modules of all files `app/*\/migrations/*.ts` by path, from the project's root, and the library's
 * @throws MigrationError that names the file when a file's name or its number is wrong, or it exports no `up`,
 *   or an `after` that is not allowed
 */
export function createMigrationSets(modules: Readonly<Record<string, Module>>): MigrationSet[] {
  const sets = new Map<string, NumberedMigration[]>()
  for (const [file, { up, after = [] }] of Object.entries(modules).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [, name, digits] = FILE.exec(file) ?? []
    if (name === undefined) {
      throw new MigrationError(
        `${file}: not the name of a migration; allowed: three digits, a name in lower case and .server.ts, such as 001-tides.server.ts`,
      )
    }
    const migrations = sets.get(name) ?? []
    sets.set(name, migrations)
    const [number, next, previous] = [Number(digits), migrations.length + 1, migrations.at(-1)?.file]
    if (number === next - 1 && previous !== undefined) {
      throw new MigrationError(`${file}: has the number of ${previous}; give the newer one the next number`)
    }
    if (number !== next) {
      throw new MigrationError(
        `${file}: number ${String(next).padStart(3, '0')} is missing before it; number migrations from 001 without a hole`,
      )
    }
    if (!isUp(up)) {
      throw new MigrationError(`${file}: exports no migration; write export const up: Migration = async (db) => { … }`)
    }
    if (!isAfter(after)) {
      throw new MigrationError(`${file}: after is ${JSON.stringify(after)}; allowed: such as ['accounts/001-accounts']`)
    }
    migrations.push({ file, up, after })
  }
  const isOfLibrary = ({ migrations }: MigrationSet) => migrations[0]?.file.startsWith('fairlead/')
  const order = (set: MigrationSet) => (set.name === LAST ? 1 : isOfLibrary(set) ? -1 : 0)
  const sorted = [...sets]
    .map(([name, migrations]): MigrationSet => ({ name, record: 'named', migrations }))
    .toSorted((a, b) => order(a) - order(b))
  inOrder(sorted)
  return sorted
}

type Modules = Record<string, Module>

/** Modules that Node loads have no `import.meta.env`. */
const isBundled = (import.meta.env as ImportMetaEnv | undefined) !== undefined

async function importFiles(glob: string, folder: string, under = ''): Promise<Modules> {
  const modules = globSync(glob, { cwd: folder }).map(async (file) => [
    under + file,
    (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as object,
  ])
  return Object.fromEntries(await Promise.all(modules)) as Modules
}

/**
 * Vite lists the files of migrations when it compiles this one; Node reads the folders. The library's may be compiled.
 */
async function findFiles(): Promise<{ own: Modules; ofApplication: Modules }> {
  if (isBundled) {
    return {
      own: import.meta.glob<Module>('../*/migrations/*.server.{ts,js}', { eager: true }),
      ofApplication: import.meta.glob<Module>('/app/*/migrations/*.ts', { eager: true }),
    }
  }
  return {
    own: await importFiles('*/migrations/*.server.{ts,js}', join(import.meta.dirname, '..'), '../'),
    ofApplication: await importFiles('app/*/migrations/*.ts', process.cwd(), '/'),
  }
}

/** Returns the modules of all migrations by the names of their files, for `createMigrationSets`. */
export async function readMigrationFiles(): Promise<Modules> {
  const { own, ofApplication } = await findFiles()
  return Object.fromEntries([
    ...Object.entries(own).map(([path, module]) => [path.replace('..', 'fairlead').replace(/\.js$/, '.ts'), module]),
    ...Object.entries(ofApplication).map(([path, module]) => [path.slice(1), module]),
  ]) as Modules
}
