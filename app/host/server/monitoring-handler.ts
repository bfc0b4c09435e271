import { eventHandler } from 'vinxi/http'
import { readEnv } from '#app/server/env.server.ts'
import { createMonitoring } from '#app/error-reports/monitoring.server.ts'
import { ingestCspReport } from '#app/error-reports/ingest/csp-reports.server.ts'
import { handleTunnelRequest } from '#app/error-reports/ingest/ingest.server.ts'

/** Time for the first page of dev, which comes before the store unless it has something to report. */
const DEV_STORE_DELAY_MS = 5_000

/** Returns the monitoring of this process. In production node-server.ts has created it, after checking the environment. */
const getMonitoring = () => createMonitoring(readEnv(), import.meta.env.DEV ? DEV_STORE_DELAY_MS : 0)

if (import.meta.env.DEV) getMonitoring()

/** True for a path at or below the base, given without it. */
function isBelowBase(path: string): boolean {
  return /^(?:[/?]|$)/.test(path)
}

/**
 * Handles `/monitoring` and the paths below. vinxi matches bases by prefix, so `/monitoring-as-code` comes here as well; it is
 * passed on to the application.
 */
export default eventHandler(async ({ path, node: { req, res } }) => {
  if (!isBelowBase(path)) return
  const monitoring = getMonitoring()
  await (path.split('?', 1)[0] === '/csp'
    ? ingestCspReport(req, res, monitoring)
    : handleTunnelRequest(req, res, path, monitoring))
  // A disconnected client gets no response. Until it is ended, h3 passes the request on to the application, which fails.
  if (!res.writableEnded) res.end()
})
