import { eventHandler } from 'vinxi/http'
import { readEnv } from '#app/server/env.server.ts'
import { createMonitoring } from '#app/error-reports/create-monitoring.server.ts'
import { ingestCspReport } from '#app/error-reports/ingest/csp-reports.server.ts'
import { handleTunnelRequest } from '#app/error-reports/ingest/ingest.server.ts'

// In production node-server.ts has created it already; in dev this is the first call.
const monitoring = createMonitoring(readEnv())

/** Tells paths at or below the base, given without it. */
function isBelowBase(path: string): boolean {
  return /^(?:[/?]|$)/.test(path)
}

/**
 * Handles `/monitoring` and the paths below. vinxi matches bases by prefix, so `/monitoring-as-code` comes here as well; it is
 * passed on to the application.
 */
export default eventHandler(({ path, node: { req, res } }) => {
  if (!isBelowBase(path)) return undefined
  return path.split('?', 1)[0] === '/csp'
    ? ingestCspReport(req, res, monitoring)
    : handleTunnelRequest(req, res, path, monitoring)
})
