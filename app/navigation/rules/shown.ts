import { AsyncLocalStorage } from 'node:async_hooks'

/** What the server has decided about the address of the request under way. */
export type Shown = {
  /** The address whose page is shown at it, or null when it shows its own. */
  readonly internal: string | null
  readonly host: string | undefined
}

const current = new AsyncLocalStorage<Shown>()

/** Answers a request within what has been decided about its address. */
export function showing<T>(shown: Shown, answer: () => T): T {
  return current.run(shown, answer)
}

/** What has been decided about the request under way; undefined outside of one. */
export function readShown(): Shown | undefined {
  return current.getStore()
}
