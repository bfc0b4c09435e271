/**
 * The id of a build: the hash in the name of the script that starts the client. Every other file of the client is
 * named, with its own hash, in that script or in one that it names, so the hash is that of them all. `undefined` for
 * a script without one, as in development, where nothing can be out of date.
 */
export function parseBuildId(entryScript: string): string | undefined {
  return /-([\w-]{8})\.js$/.exec(entryScript)?.[1]
}
