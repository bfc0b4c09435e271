import type { IncomingMessage, ServerResponse } from 'node:http'
import { announcesSpans } from '#app/error-reports/envelope/parse-envelope.ts'
import type { Monitoring } from '#app/error-reports/registry.server.ts'
import { ENVELOPE, TUNNEL } from '#app/error-reports/limits.ts'
import { isDataError } from '#app/database/data-error.ts'
import { checkRequest, type HttpError } from '#app/error-reports/ingest/check-request.ts'
import { type BodyLimits, drainBody, readBody } from '#app/server/http/read-body.server.ts'
import { validateSubmission } from '#app/error-reports/ingest/validate-submission.ts'

type Answer = { type: 'stored'; id: string } | HttpError | { type: 'nobody' }

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

async function ingest(request: IncomingMessage, path: string, monitoring: Monitoring): Promise<Answer> {
  const { headers, method = '', socket } = request
  const admission = checkRequest({ method, path, headers }, monitoring.publicOrigin)
  if (admission.type === 'refused') return admission

  if (!(await monitoring.opened(TUNNEL.openingMs))) return retryLater()
  const allowed = await monitoring.allow(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''))
  if (allowed.type === 'refused') {
    const seconds = String(allowed.retryAfterSeconds)
    return refuse(429, `too many reports from this client; again in ${seconds} s`, { 'retry-after': seconds })
  }

  const body = await readBody(request, admission.gzip, BODY)
  switch (body.type) {
    case 'aborted':
      return { type: 'nobody' }
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
  const examined = validateSubmission(body.bytes, monitoring.dsn, { receivedAt: monitoring.now(), userAgent, origin })
  if (examined.type === 'refused') return examined
  for (const type of examined.dropped) monitoring.count('dropped-item', type)
  try {
    if (examined.record) await monitoring.accept(examined.record)
  } catch (error) {
    if (!isDataError(error)) return retryLater()
    monitoring.failed(error)
    return refuse(400, 'the report holds something that the database does not take; sending it again will not help')
  }
  return { type: 'stored', id: examined.id }
}

/**
 * Answers a request to the tunnel. 200 with the report's id says that the report is on the disk; everything else says
 * why not, in JSON. Never rejects.
 *
 * @param path below the base, with or without a query
 */
export async function handleTunnelRequest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  monitoring: Monitoring,
): Promise<void> {
  const answer = await ingest(request, path.split('?', 1)[0] ?? '', monitoring).catch((error: unknown) => {
    monitoring.failed(error)
    return retryLater()
  })
  if (answer.type === 'nobody' || response.destroyed) return
  const refused = answer.type === 'refused'
  if (refused && !request.complete) void drainBody(request)
  const text = JSON.stringify(refused ? { error: answer.error } : { id: answer.id })
  response.writeHead(refused ? answer.status : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(refused && answer.headers),
  })
  response.end(text)
  if (refused) monitoring.count('refused', String(answer.status))
}
