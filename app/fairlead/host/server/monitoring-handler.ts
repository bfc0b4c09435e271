import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { createMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { CSP_REPORTS } from '#fairlead/error-reports/ingest/csp-reports.server.ts'
import { handleTunnelRequest } from '#fairlead/error-reports/ingest/ingest.server.ts'

/**
 * In dev the store opens after this delay, so that the first page comes first, or once there is something to report.
 */
const DEV_STORE_DELAY_MS = 5_000

/** Returns the monitoring of this process. In production node-server.ts has created it, after checking the environment. */
const getMonitoring = () => createMonitoring(readEnv(), { delayMs: import.meta.env.DEV ? DEV_STORE_DELAY_MS : 0 })

if (import.meta.env.DEV) getMonitoring()

const BASE = '/monitoring'

/** True if the rest of a path after the base belongs to the tunnel. `/monitoring-as-code` is a page. */
export const isBelowBase = (path: string): boolean => /^(?:[/?]|$)/.test(path)

/** Returns the part of a request's target after the base; `undefined` for other paths. */
export function pathBelowBase(target: string): string | undefined {
  const path = target.startsWith(BASE) ? target.slice(BASE.length) : undefined
  return path !== undefined && isBelowBase(path) ? path : undefined
}

/** Responds to `/monitoring` and the paths below. `path` is the part after the base, with or without a query. */
export async function respondAsMonitoring(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const monitoring = getMonitoring()
  await (path.split('?', 1)[0] === '/csp'
    ? handleTunnelRequest(req, res, '', monitoring, CSP_REPORTS)
    : handleTunnelRequest(req, res, path, monitoring))
  // A disconnected client gets no response. In dev, h3 passes a request on to the application until its response is
  // ended.
  if (!res.writableEnded) res.end()
}
