import { useEffect, useSyncExternalStore } from 'react'
import { setCookie } from '#app/ui/cookies.ts'

/** Tells the server of a visitor's next page which zone its times are in. */
export const TIME_ZONE_COOKIE = 'tz'

const never = () => () => {}
const zoneOfBrowser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The time zone to write times in: `first` while the server's page is taken over, so that both write the same, then the
 * browser's own, which is kept for the next page.
 *
 * @param first the zone that the server wrote the page in
 */
export function useVisitorTimeZone(first: string): string {
  const zone = useSyncExternalStore(never, zoneOfBrowser, () => first)
  useEffect(() => {
    setCookie(TIME_ZONE_COOKIE, zone)
  }, [zone])
  return zone
}
