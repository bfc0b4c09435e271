import type { IncomingMessage, ServerResponse } from 'node:http'
import { announcesSpans } from '#app/error-reports/envelope/parse-envelope.ts'
import type { Monitoring } from '#app/error-reports/registry.server.ts'
import { ENVELOPE, TUNNEL } from '#app/error-reports/limits.ts'
import { isDataError } from '#app/database/data-error.ts'
import { checkRequest, type HttpError } from '#app/error-reports/ingest/check-request.ts'
import { type BodyLimits, drainBody, readBody } from '#app/server/http/read-body.server.ts'
import { validateSubmission } from '#app/error-reports/ingest/validate-submission.ts'

type IngestResult = { type: 'stored'; id: string } | HttpError | { type: 'disconnected' }

const BODY: BodyLimits = {
  softLimit: ENVELOPE.bytes,
  hardLimit: ENVELOPE.bytesWithSpans,
  canExtend: announcesSpans,
  timeoutMs: TUNNEL.bodyMs,
}

function refuse(status: number, error: string, headers?: Record<string, string>): HttpError {
  return { type: 'refused', status, error, ...(headers && { headers }) }
}

function retryLater(): HttpError {
  return refuse(503, 'the report cannot be stored at the moment', { 'retry-after': String(TUNNEL.retryAfterSeconds) })
}

async function ingest(request: IncomingMessage, path: string, monitoring: Monitoring): Promise<IngestResult> {
  const { headers, method = '' } = request
  const client = monitoring.readClient(request)
  const check = checkRequest({ method, path, headers, hosts: client.hosts }, monitoring.publicOrigin)
  if (check.type === 'refused') return check

  if (!(await monitoring.opened(TUNNEL.openingMs))) return retryLater()
  const allowed = await monitoring.allow(client)
  if (allowed.type === 'refused') {
    const seconds = String(allowed.retryAfterSeconds)
    return refuse(429, `too many reports from this client; retry in ${seconds} s`, { 'retry-after': seconds })
  }

  const body = await readBody(request, check.gzip, BODY)
  switch (body.type) {
    case 'aborted':
      return { type: 'disconnected' }
    case 'too-slow':
      return refuse(408, `the body took longer than ${TUNNEL.bodyMs / 1_000} s`)
    case 'too-large':
      return refuse(413, `the body is larger than ${body.limit} bytes`)
    case 'malformed':
      return refuse(400, body.fault)
    case 'ok':
  }

  const userAgent = headers['user-agent'] ?? null
  const origin = typeof headers.origin === 'string' ? headers.origin : null
  const submission = validateSubmission(body.bytes, monitoring.dsn, { receivedAt: monitoring.now(), userAgent, origin })
  if (submission.type === 'refused') return submission
  for (const type of submission.dropped) monitoring.count('dropped-item', type)
  try {
    if (submission.record) await monitoring.accept(submission.record)
  } catch (error) {
    if (!isDataError(error)) return retryLater()
    monitoring.failed(error)
    return refuse(400, 'the report contains a value that the database does not accept; do not send it again')
  }
  return { type: 'stored', id: submission.id }
}

/**
 * Handles a request to the tunnel. Responds with 200 and the report's id once the report is on the disk, else with an
 * error in JSON. Never rejects.
 *
 * @param path below the base, with or without a query
 */
export async function handleTunnelRequest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  monitoring: Monitoring,
): Promise<void> {
  const result = await ingest(request, path.split('?', 1)[0] ?? '', monitoring).catch((error: unknown) => {
    monitoring.failed(error)
    return retryLater()
  })
  if (result.type === 'disconnected' || response.destroyed) return
  const refused = result.type === 'refused'
  if (refused && !request.complete) void drainBody(request)
  const text = JSON.stringify(refused ? { error: result.error } : { id: result.id })
  response.writeHead(refused ? result.status : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(refused && result.headers),
  })
  response.end(text)
  if (refused) monitoring.count('refused', String(result.status))
}
