import { useEffect, useSyncExternalStore } from 'react'
import { setCookie } from '#app/ui/cookies.ts'

/** The cookie with the browser's time zone, for the server's next page. */
export const TIME_ZONE_COOKIE = 'tz'

const never = () => () => {}
const zoneOfBrowser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The time zone of rendered times: `first` during hydration, so that server and browser agree, then the browser's own,
 * which a cookie keeps for the next page.
 *
 * @param first the zone in which the server rendered the page
 */
export function useVisitorTimeZone(first: string): string {
  const zone = useSyncExternalStore(never, zoneOfBrowser, () => first)
  useEffect(() => {
    setCookie(TIME_ZONE_COOKIE, zone)
  }, [zone])
  return zone
}
