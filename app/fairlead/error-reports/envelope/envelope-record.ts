import { createHash } from 'node:crypto'
import { uuid4 } from '@sentry/core'
import {
  type EventSummary,
  type Sender,
  getField,
  sanitizeColumn,
  summarizeEvent,
} from '#fairlead/error-reports/envelope/event-summary.ts'
import {
  CATEGORIES,
  type Category,
  type KnownItem,
  type SentryEvent,
} from '#fairlead/error-reports/envelope/validate-items.ts'
import { type Envelope, joinItems, ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { type Measurement, collectMeasurements } from '#fairlead/error-reports/envelope/measurements.ts'

/**
 * The keys of an envelope's header that are stored. A client may not set the keys of a Relay, such as `remote_addr`.
 */
export type StoredHeader = { event_id?: string; sdk?: unknown; sent_at?: string; trace?: unknown }

/** The kind of an envelope, which its most important item determines. */
export type EnvelopeKind = 'session' | 'other' | 'span' | 'transaction' | 'feedback' | 'error'

export type EnvelopeRecord = Sender & {
  /** Identifies the envelope, so that a second copy is recognised. */
  key: string
  kind: EnvelopeKind
  eventId: string | undefined
  traceId: string | null
  header: StoredHeader
  body: Buffer
  categories: readonly Category[]
  report: EventSummary | undefined
  /** The event of the report, for the search index. */
  event: SentryEvent | undefined
  feedback: readonly { id: string; report: string | null; digest: string | null; message: string }[]
  measurements: readonly Measurement[]
  /** Items that the browser's SDK discarded. */
  clientDiscards: readonly { reason: string; category: string; quantity: number }[]
}

const KINDS: Partial<Record<KnownItem['type'], EnvelopeKind>> = {
  event: 'error',
  feedback: 'feedback',
  user_report: 'feedback',
  transaction: 'transaction',
  span: 'span',
  session: 'session',
  sessions: 'session',
}

/** The first of these kinds that one of its items has is the kind of the envelope. */
const KIND_PRIORITY: readonly EnvelopeKind[] = ['error', 'feedback', 'transaction', 'span', 'session']

/** Returns an event's or trace's id as 32 lower-case hexadecimal digits. */
function normalizeEventId(id: unknown): string | undefined {
  const plain = typeof id === 'string' ? id.replaceAll('-', '').toLowerCase() : ''
  return /^[\da-f]{32}$/.test(plain) ? plain : undefined
}

function getTraceId(items: readonly KnownItem[], header: StoredHeader): string | null {
  for (const { type, payload } of items) {
    if (type === 'span' && payload.items[0]) return payload.items[0].trace_id.toLowerCase()
    if (type !== 'event' && type !== 'transaction') continue
    const trace = normalizeEventId(getField(getField(payload.contexts, 'trace'), 'trace_id'))
    if (trace) return trace
  }
  return normalizeEventId(getField(header.trace, 'trace_id')) ?? null
}

function getFeedback(items: readonly KnownItem[], eventId: string | undefined): EnvelopeRecord['feedback'] {
  return items.flatMap(({ type, payload }) => {
    if (type === 'user_report') {
      const message = sanitizeColumn(payload.comments, 4_000)
      const report = normalizeEventId(payload.event_id) ?? null
      return message === null ? [] : [{ id: uuid4(), report, digest: null, message }]
    }
    if (type !== 'feedback' || eventId === undefined) return []
    const feedback = getField(payload.contexts, 'feedback')
    const message = sanitizeColumn(getField(feedback, 'message'), 4_000)
    const report = normalizeEventId(getField(feedback, 'associated_event_id')) ?? null
    const digest = sanitizeColumn(getField(payload.tags, 'digest'), 64)
    return message === null ? [] : [{ id: eventId, report, digest, message }]
  })
}

/** Returns the allowed keys of a client's header. The DSN is not among them, because the server adds its DSN. */
export function sanitizeHeader(header: Readonly<Record<string, unknown>>, eventId: string | undefined): StoredHeader {
  const { sdk, sent_at: sentAt, trace } = header
  return {
    ...(eventId !== undefined && { event_id: eventId }),
    ...(isObject(sdk) && { sdk }),
    ...(typeof sentAt === 'string' && Number.isFinite(Date.parse(sentAt)) && { sent_at: sentAt }),
    ...(isObject(trace) && { trace }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Builds the record of a validated envelope: its supported items byte for byte, and the columns that the desk searches.
 */
export function toRecord(envelope: Envelope, items: readonly KnownItem[], sender: Sender): EnvelopeRecord {
  // The envelope takes its id from this item.
  const primary = items.find((item) => item.type === 'event' || item.type === 'transaction' || item.type === 'feedback')
  const { event_id: headerId } = envelope.header
  const ownId = primary && getField(primary.payload, 'event_id')
  // The header's id takes precedence, as at the ingest.
  const eventId = normalizeEventId(headerId) ?? normalizeEventId(ownId) ?? (primary ? uuid4() : undefined)

  const event = primary?.type === 'transaction' ? undefined : primary

  const header = sanitizeHeader(envelope.header, eventId)
  const body = joinItems(items.map(({ item }) => item))
  const kinds = new Set(items.map(({ type }) => KINDS[type]))
  const key = primary ? `${primary.type}:${eventId}` : createHash('sha256').update(body).digest('hex').slice(0, 32)

  return {
    key,
    kind: KIND_PRIORITY.find((kind) => kinds.has(kind)) ?? 'other',
    eventId,
    traceId: getTraceId(items, header),
    receivedAt: sender.receivedAt,
    header,
    body,
    categories: [...new Set(items.map(({ type }) => CATEGORIES[type]))],
    userAgent: sanitizeColumn(sender.userAgent, 500),
    origin: sanitizeColumn(sender.origin, 300),
    report: event && summarizeEvent(event.payload, event.type, sender),
    event: event?.payload,
    feedback: getFeedback(items, eventId).slice(0, ENVELOPE.feedback),
    measurements: items
      .flatMap((item) => (item.type === 'span' ? collectMeasurements(item.payload.items) : []))
      .slice(0, ENVELOPE.measurements),
    clientDiscards: items
      .flatMap(({ type, payload }) => (type === 'client_report' ? (payload.discarded_events ?? []) : []))
      .slice(0, ENVELOPE.discards),
  }
}
