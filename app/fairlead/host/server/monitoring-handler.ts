import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { createMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { CSP_REPORTS } from '#fairlead/error-reports/ingest/csp-reports.server.ts'
import { handleTunnelRequest } from '#fairlead/error-reports/ingest/ingest.server.ts'

/** Time for the first page of dev, which comes before the store unless it has something to report. */
const DEV_STORE_DELAY_MS = 5_000

/** Returns the monitoring of this process. In production node-server.ts has created it, after checking the environment. */
const getMonitoring = () => createMonitoring(readEnv(), { delayMs: import.meta.env.DEV ? DEV_STORE_DELAY_MS : 0 })

if (import.meta.env.DEV) getMonitoring()

const BASE = '/monitoring'

/** True if what follows the base is a path of the tunnel. `/monitoring-as-code` is a page. */
export const isBelowBase = (path: string): boolean => /^(?:[/?]|$)/.test(path)

/** Returns the rest of a request's target after the base; `undefined` if it is for another path. */
export function pathBelowBase(target: string): string | undefined {
  const path = target.startsWith(BASE) ? target.slice(BASE.length) : undefined
  return path !== undefined && isBelowBase(path) ? path : undefined
}

/** Responds to `/monitoring` and the paths below. `path` is below the base, with or without a query. */
export async function respondAsMonitoring(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const monitoring = getMonitoring()
  await (path.split('?', 1)[0] === '/csp'
    ? handleTunnelRequest(req, res, '', monitoring, CSP_REPORTS)
    : handleTunnelRequest(req, res, path, monitoring))
  // A disconnected client gets no response. Until it is ended, h3 passes the request on in dev, to the application.
  if (!res.writableEnded) res.end()
}
