import { eventHandler } from 'vinxi/http'
import { readEnv } from '#app/server/env.server.ts'
import { createMonitoring } from '#app/error-reports/create-monitoring.server.ts'
import { ingestCspReport } from '#app/error-reports/ingest/csp-reports.server.ts'
import { handleTunnelRequest } from '#app/error-reports/ingest/ingest.server.ts'

// In production the host has started it already; in dev there is no host of ours.
const monitoring = createMonitoring(readEnv())

/** Whether a path, cut off the base, was the base itself or lay below it. */
function isBelowBase(path: string): boolean {
  return /^(?:[/?]|$)/.test(path)
}

/**
 * Answers at `/monitoring` and below. vinxi matches bases by prefix, so `/monitoring-as-code` comes here as well; what is
 * not answered goes on to the application.
 */
export default eventHandler(({ path, node: { req, res } }) => {
  if (!isBelowBase(path)) return undefined
  return path.split('?', 1)[0] === '/csp'
    ? ingestCspReport(req, res, monitoring)
    : handleTunnelRequest(req, res, path, monitoring)
})
