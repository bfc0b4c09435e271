import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Modules by their path from the project's root. */
type Modules = Record<string, { up?: unknown }>

/** Node's own modules know no `import.meta.env`. */
const isBundled = (import.meta.env as ImportMetaEnv | undefined) !== undefined

async function importFiles(): Promise<Modules> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = globSync('app/*/migrations/*.ts', { cwd: root })
  const modules = files.map(async (file) => [
    file,
    (await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)) as object,
  ])
  return Object.fromEntries(await Promise.all(modules)) as Modules
}

/** Returns the modules of all files `app/*\/migrations/*.ts`. Vite lists them when it compiles this file; Node reads the folders. */
export async function readMigrationFiles(): Promise<Modules> {
  if (!isBundled) return importFiles()
  const found = import.meta.glob<{ up?: unknown }>('/app/*/migrations/*.ts', { eager: true })
  return Object.fromEntries(Object.entries(found).map(([path, module]) => [path.slice(1), module]))
}
