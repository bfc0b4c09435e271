import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDataError } from '#fairlead/database/database-errors.ts'
import { type Dsn, isSameDsn, parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import { type EnvelopeRecord, toRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import type { Sender } from '#fairlead/error-reports/envelope/event-summary.ts'
import {
  announcesSpans,
  type Envelope,
  hasSpans,
  parseEnvelope,
  ENVELOPE,
} from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { validateItems } from '#fairlead/error-reports/envelope/validate-items.ts'
import { TUNNEL } from '#fairlead/error-reports/ingest/tunnel-limits.server.ts'
import { withTimeout } from '#fairlead/error-reports/timers.ts'
import type { Monitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { getRequestSource } from '#fairlead/platform/http/check-origin.ts'
import { type BodyLimits, drainBody, readBody } from '#fairlead/platform/http/read-body.server.ts'

/** A refusal of a request. `error` is the reason, for people. */
export type HttpError = { type: 'refused'; status: number; error: string; headers?: Readonly<Record<string, string>> }

export type RequestHead = {
  method: string
  /** The path below the base, without the query: empty or a slash for the base itself. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  hosts: readonly string[]
}

/** A body that was received. Its bytes count as in flight until `release` is called. */
export type Received = { type: 'received'; bytes: Buffer; client: string; release: () => void }

export function refuse(status: number, error: string, headers?: Record<string, string>): HttpError {
  return { type: 'refused', status, error, ...(headers && { headers }) }
}

function retryLater(error = 'the report cannot be stored at the moment'): HttpError {
  return refuse(503, error, { 'retry-after': String(TUNNEL.retryAfterSeconds) })
}

const tooLarge = (bytes: number): HttpError => refuse(413, `the body is larger than ${bytes} bytes`)

function tooMuch(seconds: number): HttpError {
  return refuse(429, `too many reports from this client; retry in ${seconds} s`, { 'retry-after': String(seconds) })
}

/**
 * True unless the request comes from another site's page. An unknown source may pass: current browsers always send
 * `Sec-Fetch-Site`, and no other site can prevent it.
 */
function isFromOwnPage({ headers, hosts }: RequestHead, publicOrigin: string | undefined): boolean {
  const header = (name: string): string | null => headers[name]?.toString() ?? null
  const source = getRequestSource({ header, hosts, publicOrigin })
  return source === 'same-origin' || source === 'unknown'
}

/**
 * Checks the path, method, origin and encoding of a request before its body is read. `publicOrigin` is the configured
 * origin.
 */
export function checkRequest(
  request: RequestHead,
  publicOrigin: string | undefined,
): { type: 'accepted'; gzip: boolean } | HttpError {
  const { method, path, headers } = request
  if (path !== '' && path !== '/') return refuse(404, 'there is nothing at this path')
  if (method !== 'POST') return refuse(405, `${method} is not allowed; allowed: POST`, { allow: 'POST' })
  if (!isFromOwnPage(request, publicOrigin)) return refuse(403, 'reports are accepted only from pages of this site')
  const { 'content-encoding': encoding = 'identity' } = headers
  const name = String(encoding).trim().toLowerCase()
  if (name === 'identity' || name === '') return { type: 'accepted', gzip: false }
  if (name === 'gzip' || name === 'x-gzip') return { type: 'accepted', gzip: true }
  return refuse(415, 'the content encoding is not supported; allowed: identity, gzip', {
    'accept-encoding': 'identity, gzip',
  })
}

/**
 * Reads the body of a request that the client may send. Takes one token of the client's rate limit, and one more for
 * every 64 kB after decompression, also if the body is refused. Resolves to `undefined` if the client has disconnected.
 *
 * @param path below the base, without the query
 */
async function receiveBody(
  request: IncomingMessage,
  path: string,
  limits: BodyLimits,
  monitoring: Monitoring,
): Promise<Received | HttpError | undefined> {
  const { headers, method = '' } = request
  const { key: client, hosts } = monitoring.readClient(request)
  const check = checkRequest({ method, path, headers, hosts }, monitoring.publicOrigin)
  if (check.type === 'refused') return check
  if (!(await monitoring.opened(TUNNEL.openingMs))) return retryLater()

  const { requests } = monitoring.limits()
  const decision = await requests.take(client, Date.now())
  if (decision.type === 'refused') return tooMuch(decision.retryAfterSeconds)
  if (Number(headers['content-length']) > limits.hardLimit) return tooLarge(limits.hardLimit)

  const inFlight = monitoring.inFlight.open(client)
  const body = await readBody(request, check.gzip, { ...limits, reserve: inFlight.reserve })
  const cost = Math.floor(inFlight.bytes() / TUNNEL.bytesPerToken)
  if (cost > 0) await requests.charge(client, Date.now(), cost)
  if (body.type === 'ok') return { type: 'received', bytes: body.bytes, client, release: inFlight.release }
  inFlight.release()
  switch (body.type) {
    case 'aborted':
      return undefined
    case 'too-slow':
      return refuse(408, `the body took longer than ${limits.timeoutMs / 1_000} s`)
    case 'too-large':
      return tooLarge(body.limit)
    case 'malformed':
      return refuse(400, body.fault)
    case 'no-room':
      return inFlight.refusal() === 'client'
        ? tooMuch(TUNNEL.retryAfterSeconds)
        : retryLater('too many reports are on their way')
  }
}

const STATUS = { malformed: 400, 'too-large': 413 } as const

/**
 * Splits a body into its items without reading their payloads. Never throws. `dsn` is the only DSN that is accepted.
 */
export function parseBody(body: Uint8Array, dsn: Dsn): { type: 'ok'; envelope: Envelope } | HttpError {
  const parsed = parseEnvelope(body)
  if (parsed.type !== 'ok') return refuse(STATUS[parsed.type], parsed.issue)
  const { dsn: header } = parsed.envelope.header
  const sent = typeof header === 'string' ? parseDsn(header) : undefined
  if (sent && isSameDsn(sent, dsn)) return parsed
  return refuse(403, header === undefined ? 'the envelope has no DSN' : 'the envelope is for another DSN')
}

/** Removes the spans of a client that has sent more than its share, except from a sample of its envelopes. */
async function sampleSpans(envelope: Envelope, client: string, monitoring: Monitoring): Promise<Envelope> {
  let spans = 0
  for (const { type, header, payload } of envelope.items) {
    // The spans are not read. Their number is the one that the item names, or one for every 2 kB if that is more.
    const named = typeof header.item_count === 'number' ? header.item_count : 0
    if (hasSpans(type)) spans += Math.max(named, Math.ceil(payload.length / TUNNEL.bytesPerSpan))
  }
  if (spans === 0) return envelope
  const { type } = await monitoring.limits().spans.take(client, Date.now(), spans)
  if (type === 'allowed' || Math.random() < TUNNEL.spanSample) return envelope
  monitoring.count('sampled', 'span', spans)
  return { ...envelope, items: envelope.items.filter((item) => !hasSpans(item.type)) }
}

/**
 * A valid submission. `records` is empty without a supported item. `id` is returned to the client; `dropped` are the
 * unsupported types.
 */
export type Submission = {
  type: 'valid'
  id?: string
  records: readonly EnvelopeRecord[]
  dropped?: readonly string[]
}

/** Validates the items of an envelope. Never throws. */
export function toSubmission(envelope: Envelope, sender: Sender): Submission | HttpError {
  const checked = validateItems(envelope)
  if (checked.type !== 'ok') return refuse(STATUS[checked.type], checked.issue)
  const { items, dropped } = checked
  const record = toRecord(envelope, items, sender)
  return { type: 'valid', id: record.eventId ?? record.key, records: items.length > 0 ? [record] : [], dropped }
}

/** A path that takes reports: the limits of its bodies, and the function that validates them. */
export type Endpoint = {
  limits: BodyLimits
  read: (
    received: Received,
    request: IncomingMessage,
    monitoring: Monitoring,
  ) => Promise<Submission | HttpError> | Submission | HttpError
}

const ENVELOPES: Endpoint = {
  limits: {
    softLimit: ENVELOPE.bytes,
    hardLimit: ENVELOPE.bytesWithSpans,
    canExtend: announcesSpans,
    timeoutMs: TUNNEL.bodyMs,
  },
  async read({ bytes, client }, { headers }, monitoring) {
    const parsed = parseBody(bytes, monitoring.dsn)
    if (parsed.type === 'refused') return parsed
    const envelope = await sampleSpans(parsed.envelope, client, monitoring)
    const userAgent = headers['user-agent'] ?? null
    return toSubmission(envelope, { receivedAt: Date.now(), userAgent, origin: headers.origin ?? null })
  },
}

type Stored = { type: 'stored'; id: string | undefined }

async function store(submission: Submission | HttpError, monitoring: Monitoring): Promise<Stored | HttpError> {
  if (submission.type === 'refused') return submission
  for (const type of submission.dropped ?? []) monitoring.count('dropped-item', type)
  try {
    await Promise.all(submission.records.map(monitoring.accept))
  } catch (error) {
    if (!isDataError(error)) return retryLater()
    monitoring.failed(error)
    return refuse(400, 'the report contains a value that the database does not accept; do not send it again')
  }
  return { type: 'stored', id: submission.id }
}

async function ingest(
  request: IncomingMessage,
  path: string,
  monitoring: Monitoring,
  { limits, read }: Endpoint,
): Promise<Stored | HttpError | undefined> {
  const received = await receiveBody(request, path, limits, monitoring)
  if (received?.type !== 'received') return received
  const storing = async () => store(await read(received, request, monitoring), monitoring)
  return (await withTimeout(TUNNEL.storeMs, storing().finally(received.release))) ?? retryLater()
}

/**
 * Handles a request to the tunnel. When the report is on the disk it responds with 200 and the report's id, or with 204
 * if there is no id for the client; else with an error in JSON. Never rejects.
 *
 * @param path below the base, with or without a query
 */
export async function handleTunnelRequest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  monitoring: Monitoring,
  endpoint: Endpoint = ENVELOPES,
): Promise<void> {
  const result = await ingest(request, path.split('?', 1)[0] ?? '', monitoring, endpoint).catch((error: unknown) => {
    monitoring.failed(error)
    return retryLater()
  })
  if (!result || response.destroyed) return
  const refused = result.type === 'refused'
  if (refused && !request.complete) void drainBody(request)
  if (refused) monitoring.count('refused', String(result.status))
  // With `no-store`, Chromium would keep a page that has sent a report, and is `no-store` too, out of its
  // back/forward cache.
  response.setHeader('cache-control', 'no-cache')
  if (!refused && result.id === undefined) return void response.writeHead(204).end()
  const text = JSON.stringify(refused ? { error: result.error } : { id: result.id })
  response.writeHead(refused ? result.status : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...(refused && result.headers),
  })
  response.end(text)
}
