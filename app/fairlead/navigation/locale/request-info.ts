import { createIsomorphicFn } from '@tanstack/react-start'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'
import { readShellCookie } from '#fairlead/platform/shell-cookie.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { basePath } from 'virtual:app/site'
import { readCookies, setCookie } from '#fairlead/platform/cookies.ts'

/** The time zone until the browser has sent the visitor's. */
const DEFAULT_TIME_ZONE = 'UTC'

function asTimeZone(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(name) }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Returns the visitor's time zone from a cookie that the browser has set, so that server and browser render the same
 * times. It is UTC without the cookie, and in the browser until hydration is done.
 */
export const readTimeZone = createIsomorphicFn()
  .server(() => asTimeZone(readShellCookie(TIME_ZONE_COOKIE)) ?? DEFAULT_TIME_ZONE)
  .client(() => DEFAULT_TIME_ZONE)

/** Origin and base path of this site: on the server from the configuration, never from the `Host` header. */
export const readBaseUrl = createIsomorphicFn()
  .server(() => {
    const { PUBLIC_ORIGIN, PORT } = readEnv()
    return (PUBLIC_ORIGIN ?? `http://localhost:${PORT}`) + basePath
  })
  .client(() => location.origin + basePath)

/** The host of the request, used only to choose among the domains of the routing table. */
export const readHost = createIsomorphicFn()
  .server(() => getRequestContext()?.request.headers.get('host') ?? undefined)
  .client(() => location.host)

/** The cookie with the browser's time zone, for the server's next page. */
const TIME_ZONE_COOKIE = 'tz'

const never = () => () => {}
const zoneOfBrowser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The time zone of rendered times: `first`, the server's, during hydration, then the browser's own, which a cookie keeps.
 */
export function useVisitorTimeZone(first: string): string {
  const zone = useSyncExternalStore(never, zoneOfBrowser, () => first)
  useEffect(() => {
    // Chromium takes pages with `no-store` out of its back/forward cache whenever a cookie is set, to the same value too.
    if (!`; ${readCookies()};`.includes(`; ${TIME_ZONE_COOKIE}=${zone};`)) setCookie(TIME_ZONE_COOKIE, zone)
  }, [zone])
  return zone
}
