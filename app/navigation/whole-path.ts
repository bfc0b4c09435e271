import { type AnyRouter, createMemoryHistory } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'

/**
 * Has a router on the server see the whole path of its request. Start decodes a path and parses it again, which drops
 * spaces at its end: `/lab%20` would show the page of `/lab`, and the browser would not find it.
 */
export const keepSpaceAtEnd = createIsomorphicFn()
  .server((router: AnyRouter): void => {
    const update = router.update
    router.update = (options) => {
      if (!options.history) return update(options)
      const { pathname, search } = new URL(getRequest().url)
      if (search !== '' || !pathname.endsWith('%20')) return update(options)
      return update({ ...options, history: createMemoryHistory({ initialEntries: [pathname] }) })
    }
  })
  .client((_router: AnyRouter): void => {})
