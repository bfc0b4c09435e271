import { createDraftStore } from '#app/forms/draft-store.server.ts'
import { createNamedBuckets } from '#app/server/http/shared-buckets.server.ts'

type Methods = Record<string, (...args: unknown[]) => unknown>

/** Creates the objects of `shareObject` that live in the primary process, and returns what calls their methods. */
export function createSharedObjects(): (object: string, method: string, args: readonly unknown[]) => unknown {
  // Their callers have the types of `shareObject`.
  const objects = new Map<string, unknown>([
    ['buckets', createNamedBuckets()],
    ['drafts', createDraftStore()],
  ])
  return (object, method, args) => {
    const call = (objects.get(object) as Methods | undefined)?.[method]
    if (!call) throw new Error(`the primary process has no ${object}.${method}; restart it`)
    return call(...args)
  }
}
