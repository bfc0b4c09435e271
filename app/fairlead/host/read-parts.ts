import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '#fairlead/platform/env.server.ts'
import type { Part } from '#fairlead/server/part.ts'

/** Imports the default exports of a file of each removable part. `app/fairlead/server` has the type of `part.ts`. */
export async function importOfParts<T>(file: string, root = process.cwd()): Promise<T[]> {
  const files = globSync(`app/{*,fairlead/*}/${file}`, { cwd: root, exclude: ['app/fairlead/server/**'] }).toSorted()
  const modules = files.map((path) => import(pathToFileURL(resolve(root, path)).href) as Promise<{ default: T }>)
  return (await Promise.all(modules)).map((module) => module.default)
}

export const readParts = () => importOfParts<Part>('part.ts')

export async function readPartDatabases(env: Env) {
  return (await Promise.all((await readParts()).map(async ({ databases }) => (await databases?.(env)) ?? []))).flat()
}
