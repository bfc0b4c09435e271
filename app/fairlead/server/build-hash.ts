import { randomUUID } from 'node:crypto'

let hash: string | undefined

/** Returns the hash of the build's files; without a build each process has its own. */
export function buildHash(): string {
  return (hash ??= randomUUID())
}

/** Sets the hash of the build's files. The host calls it, because it has read the files. */
export function setBuildHash(of: string): void {
  hash = of
}
