import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { servedFolder } from '#tests/harness/start-server.ts'

/** Returns the folder of the build that is served from an output folder; it has `public` and `server`. */
export function builtFolder(output = join(servedFolder(), '.output')): string {
  const { builds } = JSON.parse(readFileSync(join(output, 'built-from'), 'utf8')) as { builds: readonly string[] }
  return join(output, 'builds', builds[0] ?? '')
}

/** True for all files of a build but the marks of processes that serve it, which come and go while it is copied. */
export const isOfBuild = (path: string): boolean => !basename(path).startsWith('in-use-')

/** Copies the output of the application that the tests are about. */
export function copyOutput(to: string): void {
  cpSync(join(servedFolder(), '.output'), to, { recursive: true, filter: isOfBuild })
}
