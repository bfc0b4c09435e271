import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type BuiltFunction = { id: string; name: string; file: string }

/** Start's description of a server function, in the server's chunks. */
const META = /\bid: "([\w-]+)",\s*name: "([^"]+)",\s*filename: "([^"]+)"/g

/** Returns the server functions of an application's newest build, with those of the library. */
export function builtFunctions(root: string): BuiltFunction[] {
  const { builds } = JSON.parse(readFileSync(join(root, '.output/built-from'), 'utf8')) as { builds: string[] }
  const folder = join(root, '.output/builds', builds[0] ?? '', 'server/chunks')
  const chunks = globSync('*.mjs', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'))
  return chunks.flatMap((chunk) =>
    Array.from(chunk.matchAll(META), ([, id = '', name = '', file = '']) => ({ id, name, file })),
  )
}
