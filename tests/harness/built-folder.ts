import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { servedFolder } from '#tests/harness/start-server.ts'

/** Returns the folder of the build that is served from an output folder; it has `public` and `server`. */
export function builtFolder(output = join(servedFolder(), '.output')): string {
  const { builds } = JSON.parse(readFileSync(join(output, 'built-from'), 'utf8')) as { builds: readonly string[] }
  return join(output, 'builds', builds[0] ?? '')
}

/**
 * False for the marks of processes that serve a build, which come and go while it is copied; true for its other files.
 */
export const isOfBuild = (path: string): boolean => !basename(path).startsWith('in-use-')

/** Copies the output of the application under test. */
export function copyOutput(to: string): void {
  cpSync(join(servedFolder(), '.output'), to, { recursive: true, filter: isOfBuild })
}
