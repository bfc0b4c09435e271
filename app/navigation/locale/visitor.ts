import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie, getRequestHeader } from '@tanstack/react-start/server'
import { readEnv } from '#app/env.server.ts'

/** Used until a visitor's browser has said where it is. */
const FIRST_TIME_ZONE = 'UTC'
const COOKIE = 'tz'
const YEAR_SECONDS = 31_536_000

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
  .server(() => asTimeZone(getCookie(COOKIE)) ?? FIRST_TIME_ZONE)
  .client(() => FIRST_TIME_ZONE)

/** Keeps the zone that the browser is in for the next visit, and gives it back. */
export function keepTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  document.cookie = `${COOKIE}=${encodeURIComponent(timeZone)}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}`
  return timeZone
}

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
