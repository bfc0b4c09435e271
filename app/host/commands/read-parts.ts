import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '#app/server/env.server.ts'
import type { Part } from '#app/server/part.ts'

/** Reads what the removable parts of the application say about themselves. */
export async function readParts(root = process.cwd()): Promise<Part[]> {
  const files = globSync('app/*/part.ts', { cwd: root }).toSorted()
  return Promise.all(
    files
      .filter((file) => file !== 'app/server/part.ts')
      .map(async (file) => ((await import(pathToFileURL(resolve(root, file)).href)) as { default: Part }).default),
  )
}

/** Reads the databases of the removable parts. */
export async function readPartDatabases(env: Env) {
  return (await Promise.all((await readParts()).map(async ({ databases }) => (await databases?.(env)) ?? []))).flat()
}
