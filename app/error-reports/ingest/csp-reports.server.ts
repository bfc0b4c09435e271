import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Monitoring } from '#app/error-reports/registry.server.ts'
import { TUNNEL } from '#app/error-reports/limits.ts'
import { environment, release } from '#app/error-reports/release.ts'
import { parseRecord } from '#app/error-reports/capture-exception.server.ts'
import { isDataError } from '#app/database/data-error.ts'
import { checkRequest } from '#app/error-reports/ingest/check-request.ts'
import { drainBody, readBody } from '#app/server/http/read-body.server.ts'
import { parseCspReport, type Violation } from '#app/error-reports/ingest/parse-csp-report.ts'

/** Maximum size of a CSP report. */
const MAX_BYTES = 65_536

/** The kind of these reports in the desk's list and filter. */
const KIND = 'CspViolation'

function createEnvelope({ directive, blocked, page, source, line }: Violation, at: number): string {
  const id = randomUUID().replaceAll('-', '')
  const event = {
    event_id: id,
    timestamp: at / 1_000,
    platform: 'javascript',
    level: 'warning',
    logger: 'csp',
    release,
    environment,
    exception: {
      values: [
        {
          type: KIND,
          value: `${directive || 'the policy'} stopped ${blocked || 'something'}`,
          mechanism: { type: 'csp', handled: true, synthetic: true },
        },
      ],
    },
    tags: { where: 'csp', directive },
    contexts: { csp: { directive, blocked, source, line } },
    request: { url: page },
  }
  return [{ event_id: id }, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
}

async function storeViolations(request: IncomingMessage, monitoring: Monitoring): Promise<number> {
  const { headers, method = '' } = request
  const client = monitoring.readClient(request)
  const check = checkRequest({ method, path: '', headers, hosts: client.hosts }, monitoring.publicOrigin)
  if (check.type === 'refused') return check.status
  if (!(await monitoring.opened(TUNNEL.openingMs))) return 503
  const allowed = await monitoring.allow(client)
  if (allowed.type === 'refused') return 429
  const body = await readBody(request, check.gzip, {
    softLimit: MAX_BYTES,
    hardLimit: MAX_BYTES,
    canExtend: () => false,
    timeoutMs: TUNNEL.bodyMs,
  })
  if (body.type === 'too-large') return 413
  if (body.type !== 'ok') return 400
  let violations: Violation[] | undefined
  try {
    violations = parseCspReport(JSON.parse(body.bytes.toString('utf8')))
  } catch {
    return 400
  }
  if (!violations) return 400
  const at = monitoring.now()
  const userAgent = headers['user-agent'] ?? null
  await Promise.all(
    violations.map((violation) => monitoring.accept(parseRecord(createEnvelope(violation, at), at, userAgent))),
  )
  return 204
}

/** Handles a CSP report of a browser: 204 once its violations are on the disk. Never rejects. */
export async function ingestCspReport(
  request: IncomingMessage,
  response: ServerResponse,
  monitoring: Monitoring,
): Promise<void> {
  const status = await storeViolations(request, monitoring).catch((error: unknown) => {
    monitoring.failed(error)
    return isDataError(error) ? 400 : 503
  })
  if (response.destroyed) return
  response.writeHead(status, { 'cache-control': 'no-store', ...(status === 405 && { allow: 'POST' }) }).end()
  if (!request.complete) void drainBody(request)
}
