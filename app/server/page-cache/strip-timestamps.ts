import type { AnyRouter } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { isSharedRender } from '#app/server/request-context.server.ts'

/** The queries of a document, as far as they carry times. Milliseconds since 1970. */
type Dehydrated = {
  query?: { initial?: { dehydratedAt?: number; state: { dataUpdatedAt: number } }[] }
}

/** A time that no document has which was made for one visitor. */
const EPOCH = 0

/**
 * A kept page has no times in it: it may be rendered long before it is read, and by several processes, which must come
 * to the same bytes. Its data change with the build alone, so in the browser they are as new as the document's arrival.
 * To be called once all that adds to a document has been installed.
 */
export const stripTimestamps = createIsomorphicFn()
  .server((router: AnyRouter): void => {
    if (!isSharedRender()) return
    const { dehydrate } = router.options
    router.options.dehydrate = async () => {
      const dehydrated = (await dehydrate?.call(router.options)) as Dehydrated
      for (const query of dehydrated.query?.initial ?? []) {
        query.dehydratedAt = EPOCH
        query.state.dataUpdatedAt = EPOCH
      }
      return dehydrated
    }
    const load = router.load.bind(router)
    router.load = async (options) => {
      await load(options)
      const matches: { updatedAt: number }[] = router.stores.matches.get()
      for (const match of matches) match.updatedAt = EPOCH
    }
  })
  .client((router: AnyRouter): void => {
    const { hydrate } = router.options
    router.options.hydrate = (dehydrated: Dehydrated) => {
      for (const { state } of dehydrated.query?.initial ?? []) state.dataUpdatedAt ||= Date.now()
      return hydrate?.call(router.options, dehydrated)
    }
  })
