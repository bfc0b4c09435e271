import type { AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { patchDehydrate } from '#app/navigation/router-patches.ts'
import { isSharedRender } from '#app/server/request-context.server.ts'

/** The queries of a document, as far as they carry times (epoch milliseconds). */
type Dehydrated = {
  query?: { initial?: { dehydratedAt?: number; state: { dataUpdatedAt: number } }[] }
}

/** Stands for the time of arrival. A document rendered for one visitor never has this timestamp. */
const EPOCH = 0

/** Removes the times of the matches of a cached page, after their load. Server only. */
export const stripMatchTimestamps = createIsomorphicFn()
  .server(({ stores }: AnyRouter): void => {
    if (!isSharedRender()) return
    const matches: { updatedAt: number }[] = stores.matches.get()
    for (const match of matches) match.updatedAt = EPOCH
  })
  .client((_router: AnyRouter): void => {})

/**
 * Removes the times of the queries of a cached page: it may be rendered long before it is read, and by several
 * processes, which must make the same bytes. Call it after everything that adds to a document. Server only.
 */
export const stripQueryTimestamps = createIsomorphicFn()
  .server((router: AnyRouter): void => {
    if (!isSharedRender()) return
    patchDehydrate(router, ({ query }: Dehydrated) => {
      for (const dehydrated of query?.initial ?? []) {
        dehydrated.dehydratedAt = EPOCH
        dehydrated.state.dataUpdatedAt = EPOCH
      }
    })
  })
  .client((_router: AnyRouter): void => {})

/** Dates the queries of a cached page by its arrival: its data change with the build alone. Browser only. */
export function restoreTimestamps({ query }: Dehydrated): void {
  for (const { state } of query?.initial ?? []) state.dataUpdatedAt ||= Date.now()
}
