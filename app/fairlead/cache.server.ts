// The page cache and data that is cached on the server: read, fill and invalidate it.

export { cached } from '#fairlead/server/cache/cached-function.server.ts'
export { invalidate } from '#fairlead/server/cache/invalidate.server.ts'
export { listEntries } from '#fairlead/server/cache/process-cache.server.ts'
export type { Lifetimes } from '#fairlead/server/cache/cache-options.ts'
