import type { IncomingMessage, ServerResponse } from 'node:http'
import { uuid4 } from '@sentry/core'
import * as v from 'valibot'
import type { Monitoring } from '#app/error-reports/monitoring.server.ts'
import { withTimeout } from '#app/error-reports/timers.ts'
import { parseJson, ENVELOPE } from '#app/error-reports/envelope/parse-envelope.ts'
import { TUNNEL } from '#app/error-reports/ingest/tunnel-limits.server.ts'
import { type HttpError, receiveBody } from '#app/error-reports/ingest/ingest.server.ts'
import { environment, release } from '#app/error-reports/release.ts'
import { parseRecord } from '#app/error-reports/capture-exception.server.ts'
import { isDataError } from '#app/database/database-errors.ts'
import { type BodyLimits, drainBody } from '#app/server/http/read-body.server.ts'

/** A violation of the Content-Security-Policy. URLs have no query. */
export type Violation = {
  directive: string
  blocked: string
  page: string
  source: string | undefined
  line: number | undefined
}

/** Violations of one report; further ones are dropped. */
const MAX_VIOLATIONS = 10

const text = v.optional(v.nullable(v.string()))
const number = v.optional(v.nullable(v.number()))

/** A violation with the names of the directive `report-uri`, or with those of the Reporting API. */
const reportSchema = v.looseObject({
  'effective-directive': text,
  'violated-directive': text,
  'blocked-uri': text,
  'document-uri': text,
  'source-file': text,
  'line-number': number,
  effectiveDirective: text,
  blockedURL: text,
  documentURL: text,
  sourceFile: text,
  lineNumber: number,
})

const reportUriSchema = v.object({ 'csp-report': reportSchema })

const reportingApiSchema = v.array(v.looseObject({ type: v.string(), body: v.optional(v.nullable(reportSchema)) }))

/** Returns a URL without its query and fragment; keywords such as `inline` unchanged. */
function withoutQuery(url: string | null | undefined): string {
  return (url ?? '').split(/[?#]/)[0]?.slice(0, 300) ?? ''
}

function toViolation(report: v.InferOutput<typeof reportSchema>): Violation {
  const directive = report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective ?? ''
  return {
    directive: directive.split(' ')[0]?.slice(0, 60) ?? '',
    blocked: withoutQuery(report['blocked-uri'] ?? report.blockedURL),
    page: withoutQuery(report['document-uri'] ?? report.documentURL),
    source: withoutQuery(report['source-file'] ?? report.sourceFile) || undefined,
    line: report['line-number'] ?? report.lineNumber ?? undefined,
  }
}

/**
 * Parses a browser's CSP report, in either format.
 *
 * @param json parsed and otherwise untrusted
 * @returns `undefined` when it is not a CSP report
 */
export function parseCspReport(json: unknown): Violation[] | undefined {
  const one = v.safeParse(reportUriSchema, json)
  if (one.success) return [toViolation(one.output['csp-report'])]
  const many = v.safeParse(reportingApiSchema, json)
  if (!many.success) return undefined
  return many.output
    .flatMap(({ type, body }) => (type === 'csp-violation' && body ? [body] : []))
    .slice(0, MAX_VIOLATIONS)
    .map(toViolation)
}

/** Maximum size of a CSP report. */
const MAX_BYTES = 65_536

const BODY: BodyLimits = {
  softLimit: MAX_BYTES,
  hardLimit: MAX_BYTES,
  canExtend: () => false,
  timeoutMs: TUNNEL.bodyMs,
}

/** The kind of these reports in the desk's list and filter. */
const KIND = 'CspViolation'

function createEnvelope({ directive, blocked, page, source, line }: Violation, at: number): string {
  const id = uuid4()
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

type Status = Pick<HttpError, 'status' | 'headers'>

async function storeViolations(request: IncomingMessage, bytes: Buffer, monitoring: Monitoring): Promise<Status> {
  const json = parseJson(bytes, ENVELOPE.jsonDepth)
  const violations = json.type === 'ok' ? parseCspReport(json.value) : undefined
  if (!violations) return { status: 400 }
  const at = monitoring.now()
  const userAgent = request.headers['user-agent'] ?? null
  await Promise.all(
    violations.map((violation) => monitoring.accept(parseRecord(createEnvelope(violation, at), at, userAgent))),
  )
  return { status: 204 }
}

async function ingest(request: IncomingMessage, monitoring: Monitoring): Promise<Status | undefined> {
  const received = await receiveBody(request, '', BODY, monitoring)
  if (received.type === 'disconnected') return undefined
  if (received.type === 'refused') return received
  const storing = storeViolations(request, received.bytes, monitoring).finally(received.release)
  return (await withTimeout(TUNNEL.storeMs, storing)) ?? { status: 503 }
}

/** Handles a CSP report of a browser: 204 once its violations are on the disk. Never rejects. */
export async function ingestCspReport(
  request: IncomingMessage,
  response: ServerResponse,
  monitoring: Monitoring,
): Promise<void> {
  const result = await ingest(request, monitoring).catch((error: unknown): Status => {
    monitoring.failed(error)
    return { status: isDataError(error) ? 400 : 503 }
  })
  if (!result || response.destroyed) return
  response.writeHead(result.status, { 'cache-control': 'no-store', ...result.headers }).end()
  if (!request.complete) void drainBody(request)
}
