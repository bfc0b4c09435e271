import { createHash, randomUUID } from 'node:crypto'
import { type EventSummary, sanitizeColumn, summarizeEvent } from '#app/error-reports/envelope/event-summary.ts'
import {
  CATEGORIES,
  type Category,
  type KnownItem,
  type SentryEvent,
} from '#app/error-reports/envelope/validate-items.ts'
import type { Envelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { type Measurement, collectMeasurements } from '#app/error-reports/envelope/measurements.ts'
import { joinItems, sanitizeHeader, type StoredHeader } from '#app/error-reports/envelope/serialize-envelope.ts'
import { ENVELOPE } from '#app/error-reports/limits.ts'
import type { EnvelopeKind } from '#app/error-reports/store/schema.ts'

/** One accepted envelope as the store takes it. */
export type EnvelopeRecord = {
  /** The same for the same envelope sent twice. */
  key: string
  kind: EnvelopeKind
  eventId: string | undefined
  traceId: string | null
  receivedAt: number
  header: StoredHeader
  body: Buffer
  categories: readonly Category[]
  userAgent: string | null
  origin: string | null
  report: EventSummary | undefined
  /** What the report is about, for whoever reads more of it before it is stored. */
  event: SentryEvent | undefined
  feedback: readonly { id: string; report: string | null; digest: string | null; message: string }[]
  /** What its spans say of how fast the pages are. */
  measurements: readonly Measurement[]
  /** What the browser gave up before it came here. */
  clientDiscards: readonly { reason: string; category: string; quantity: number }[]
}

/** What is known of the request that brought an envelope; never the visitor's address. */
export type Sender = { receivedAt: number; userAgent: string | null; origin: string | null }

const KINDS: Partial<Record<KnownItem['type'], EnvelopeKind>> = {
  event: 'error',
  feedback: 'feedback',
  user_report: 'feedback',
  transaction: 'transaction',
  span: 'span',
  session: 'session',
  sessions: 'session',
}

/** In this order the most telling item names the kind of its envelope. */
const KIND_PRIORITY: readonly EnvelopeKind[] = ['error', 'feedback', 'transaction', 'span', 'session']

function plainId(id: unknown): string | undefined {
  const plain = typeof id === 'string' ? id.replaceAll('-', '').toLowerCase() : ''
  return /^[\da-f]{32}$/.test(plain) ? plain : undefined
}

function field(bag: unknown, name: string): unknown {
  return typeof bag === 'object' && bag !== null ? (bag as Record<string, unknown>)[name] : undefined
}

function getTraceId(items: readonly KnownItem[], header: StoredHeader): string | null {
  for (const { type, payload } of items) {
    if (type === 'span' && payload.items[0]) return payload.items[0].trace_id.toLowerCase()
    if (type !== 'event' && type !== 'transaction') continue
    const trace = plainId(field(field(payload.contexts, 'trace'), 'trace_id'))
    if (trace) return trace
  }
  return plainId(field(header.trace, 'trace_id')) ?? null
}

type PrimaryItem = Extract<KnownItem, { type: 'event' | 'transaction' | 'feedback' }>

/** The item that gives its envelope an id, if there is one. */
function getPrimaryItem(items: readonly KnownItem[]): PrimaryItem | undefined {
  return items.find(
    (item): item is PrimaryItem => item.type === 'event' || item.type === 'transaction' || item.type === 'feedback',
  )
}

function reportOf(item: PrimaryItem, { userAgent, receivedAt }: Sender): EventSummary | undefined {
  if (item.type === 'transaction') return undefined
  return summarizeEvent(item.payload, item.type, userAgent, receivedAt)
}

function feedbackOf(items: readonly KnownItem[], eventId: string | undefined): EnvelopeRecord['feedback'] {
  return items.flatMap(({ type, payload }) => {
    if (type === 'user_report') {
      const message = sanitizeColumn(payload.comments, 4_000)
      const report = plainId(payload.event_id) ?? null
      return message === null ? [] : [{ id: randomUUID().replaceAll('-', ''), report, digest: null, message }]
    }
    if (type !== 'feedback' || eventId === undefined) return []
    const said = field(payload.contexts, 'feedback')
    const message = sanitizeColumn(field(said, 'message'), 4_000)
    const report = plainId(field(said, 'associated_event_id')) ?? null
    const digest = sanitizeColumn(field(payload.tags, 'digest'), 64)
    return message === null ? [] : [{ id: eventId, report, digest, message }]
  })
}

/**
 * What the store keeps of an envelope that was checked: its items on the list byte for byte, its header without what a
 * client may not say, and what the desk lists.
 */
export function toRecord(envelope: Envelope, items: readonly KnownItem[], sender: Sender): EnvelopeRecord {
  const primary = getPrimaryItem(items)
  const { event_id: inHeader } = envelope.header
  const ownId = primary && field(primary.payload, 'event_id')
  // The header's id wins, as at the ingest; an event without any gets one here.
  const eventId = plainId(inHeader) ?? plainId(ownId) ?? (primary ? randomUUID().replaceAll('-', '') : undefined)

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
    report: primary && reportOf(primary, sender),
    event: primary && primary.type !== 'transaction' ? primary.payload : undefined,
    feedback: feedbackOf(items, eventId).slice(0, ENVELOPE.feedback),
    measurements: items
      .flatMap((item) => (item.type === 'span' ? collectMeasurements(item.payload.items) : []))
      .slice(0, ENVELOPE.measurements),
    clientDiscards: items.flatMap(({ type, payload }) =>
      type === 'client_report' ? (payload.discarded_events ?? []) : [],
    ),
  }
}
