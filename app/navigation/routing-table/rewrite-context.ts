import { AsyncLocalStorage } from 'node:async_hooks'

/** What the server has decided about the address of the request under way. */
export type RewriteContext = {
  /** The address whose page is shown at it, or null when it shows its own. */
  readonly rewrittenUrl: string | null
  readonly host: string | undefined
}

const current = new AsyncLocalStorage<RewriteContext>()

/** Answers a request within what has been decided about its address. */
export function runWithRewrite<T>(shown: RewriteContext, answer: () => T): T {
  return current.run(shown, answer)
}

/** What has been decided about the request under way; undefined outside of one. */
export function getRewrite(): RewriteContext | undefined {
  return current.getStore()
}
