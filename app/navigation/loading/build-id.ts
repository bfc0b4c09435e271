/**
 * Returns the id of a build: the hash in the name of the client's entry script. That script refers, directly or not, to
 * the hash of every other file, so its own hash identifies them all. `undefined` without a hash, as in development.
 */
export function parseBuildId(entryScript: string): string | undefined {
  return /-([\w-]{8})\.js$/.exec(entryScript)?.[1]
}
