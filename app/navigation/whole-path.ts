import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'

/**
 * Returns a history with the whole path of the request where Start's lacks its end, on the server. Start decodes a path
 * and parses it again, which drops trailing spaces: `/lab%20` would show the page of `/lab`, and the browser would not
 * find it.
 */
export const requestHistory = createIsomorphicFn()
  .server((): RouterHistory | undefined => {
    const { pathname, search } = new URL(getRequest().url)
    return search === '' && pathname.endsWith('%20') ? createMemoryHistory({ initialEntries: [pathname] }) : undefined
  })
  .client((): RouterHistory | undefined => undefined)
