import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { servedFolder } from '#tests/harness/start-server.ts'

/** Returns the folder of the build that is served from an output folder; it has `public` and `server`. */
export function builtFolder(output = join(servedFolder(), '.output')): string {
  const { builds } = JSON.parse(readFileSync(join(output, 'built-from'), 'utf8')) as { builds: readonly string[] }
  return join(output, 'builds', builds[0] ?? '')
}
