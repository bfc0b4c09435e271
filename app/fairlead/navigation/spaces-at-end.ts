import { createIsomorphicFn } from '@tanstack/react-start'
import type { HistoryLocation } from '@tanstack/react-router'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

/**
 * Returns the location of the request with the spaces at the end of its path. Start decodes a path and parses it again,
 * which drops them: `/lab%20` would show the page of `/lab`, and the browser would not find it.
 */
export const withSpacesAtEnd = createIsomorphicFn()
  .server((location: HistoryLocation): HistoryLocation => {
    const { pathname = '', search } = getRequestContext()?.url ?? {}
    let end = pathname.length
    while (pathname.endsWith('%20', end)) end -= 3
    const spaces = search === '' ? pathname.slice(end) : ''
    if (spaces === '' || location.search !== '' || location.pathname.endsWith(spaces)) return location
    return { ...location, href: location.pathname + spaces, pathname: location.pathname + spaces }
  })
  .client((location: HistoryLocation): HistoryLocation => location)
