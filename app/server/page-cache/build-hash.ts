import { randomUUID } from 'node:crypto'

/** The host and the application are bundles of their own, and share this through `globalThis`. */
type Holder = { [KEY]?: string }

const KEY = Symbol.for('fairlead.build-hash')

/** Returns the hash of the build's files; without a build each process has its own. */
export function buildHash(): string {
  return ((globalThis as Holder)[KEY] ??= randomUUID())
}

/** Sets the hash of the build's files. The host does, which has read them. */
export function setBuildHash(hash: string): void {
  ;(globalThis as Holder)[KEY] = hash
}
