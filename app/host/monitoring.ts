import { eventHandler } from 'vinxi/http'
import { readEnv } from '#app/env.server.ts'
import { startMonitoring } from '#app/monitoring/start.server.ts'
import { answerCspReport } from '#app/monitoring/tunnel/csp.server.ts'
import { answerTunnel } from '#app/monitoring/tunnel/tunnel.server.ts'

// In production the host has started it already; in dev there is no host of ours.
const monitoring = startMonitoring(readEnv())

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
    ? answerCspReport(req, res, monitoring)
    : answerTunnel(req, res, path, monitoring)
})
