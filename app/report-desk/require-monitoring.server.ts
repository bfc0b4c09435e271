import { getMonitoring, type Monitoring } from '#app/error-reports/registry.server.ts'

/** How long a page waits for a store that is still opening, in milliseconds. */
const OPENING_MS = 2_000

/**
 * The monitoring of this process with an open store.
 *
 * @throws Error when it has not been started or the database is away
 */
export async function requireMonitoring(): Promise<Monitoring> {
  const monitoring = getMonitoring()
  if (!monitoring || !(await monitoring.opened(OPENING_MS))) throw new Error('the store of reports is not open')
  return monitoring
}
