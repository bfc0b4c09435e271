import { eventHandler } from 'vinxi/http'
import { readEnv } from '#app/env.server.ts'
import { startMonitoring } from '#app/monitoring/start.server.ts'
import { answerCspReport } from '#app/monitoring/tunnel/csp.server.ts'
import { answerTunnel } from '#app/monitoring/tunnel/tunnel.server.ts'

// In production the host has started it already; in dev there is no host of ours.
const monitoring = startMonitoring(readEnv())

/** Everything that vinxi hands to the base `/monitoring`, which it matches by prefix: `/monitoringxyz` comes here too. */
export default eventHandler(({ path, node: { req, res } }) =>
  path.split('?', 1)[0] === '/csp' ? answerCspReport(req, res, monitoring) : answerTunnel(req, res, path, monitoring),
)
