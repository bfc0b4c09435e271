import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie, getRequestHeader } from '@tanstack/react-start/server'
import { readEnv } from '#app/server/env.server.ts'
import { TIME_ZONE_COOKIE } from '#app/navigation/locale/time-zone.ts'

/** Used until a visitor's browser has said where it is. */
const FIRST_TIME_ZONE = 'UTC'

/** The zone's name as it is written in the database of time zones, if it is one. */
function asTimeZone(name: string | undefined): string | undefined {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(name) }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The visitor's time zone as of their last visit, from a cookie, so that server and browser write the same times. A
 * first visit begins in UTC.
 */
export const readTimeZone = createIsomorphicFn()
  .server(() => asTimeZone(getCookie(TIME_ZONE_COOKIE)) ?? FIRST_TIME_ZONE)
  .client(() => FIRST_TIME_ZONE)

/** The origin that absolute addresses begin with. It comes from the configuration, never from the `Host` header. */
export const readOrigin = createIsomorphicFn()
  .server(() => {
    const { PUBLIC_ORIGIN, PORT } = readEnv()
    return PUBLIC_ORIGIN ?? `http://localhost:${PORT}`
  })
  .client(() => location.origin)

/** The host that a page was asked for on: it chooses among the domains of the routing table, and nothing else. */
export const readHost = createIsomorphicFn()
  .server(() => getRequestHeader('host'))
  .client(() => location.host)
