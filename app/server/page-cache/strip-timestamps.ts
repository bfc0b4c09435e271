import type { AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { isSharedRender } from '#app/server/request-context.server.ts'

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
