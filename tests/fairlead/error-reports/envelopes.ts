import { randomBytes } from 'node:crypto'
import { type EnvelopeRecord, toRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { parseEnvelope } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { validateItems } from '#fairlead/error-reports/envelope/validate-items.ts'

/** The DSN of a server without one. */
export const LOCAL_DSN = 'https://public@errors.invalid/0'

export function randomId(): string {
  return randomBytes(16).toString('hex')
}

/** Lines of JSON, as the SDK writes envelopes: no newline at the end. */
export function envelope(header: object, ...items: [header: object, payload: unknown][]): string {
  const lines = items.flatMap(([item, payload]) => [JSON.stringify(item), JSON.stringify(payload)])
  return [JSON.stringify(header), ...lines].join('\n')
}

const frame = { lineno: 1, colno: 10, in_app: true }

/** An event of the browser's SDK, with a stack of two frames. */
export function errorEvent(id: string, more: object = {}): object {
  return {
    event_id: id,
    timestamp: Date.now() / 1_000,
    platform: 'javascript',
    level: 'error',
    release: 'fairlead@0.1.0',
    environment: 'production',
    transaction: '/{-$locale}/lab/item/$id',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: `cannot read item 42 of ${id}`,
          stacktrace: {
            frames: [
              { ...frame, filename: 'http://localhost/_build/index-a1b2c3d4.js', function: 'load' },
              { ...frame, filename: 'http://localhost/_build/item-a1b2c3d4.js', function: 'read' },
            ],
          },
        },
      ],
    },
    contexts: { trace: { trace_id: randomId(), span_id: '0123456789abcdef' }, culture: { locale: 'de-DE' } },
    tags: { tab: 'tab-1' },
    ...more,
  }
}

/** An envelope with one error event. */
export function errorEnvelope(id: string = randomId(), dsn: string = LOCAL_DSN, more: object = {}): string {
  const header = { event_id: id, sent_at: new Date().toISOString(), sdk: { name: 'sentry.javascript.react' }, dsn }
  return envelope(header, [{ type: 'event' }, errorEvent(id, more)])
}

/** An envelope with the state of a session. */
export function sessionEnvelope(dsn: string = LOCAL_DSN): string {
  const session = { sid: randomId(), init: true, started: new Date().toISOString(), status: 'ok', errors: 0 }
  return envelope({ sent_at: new Date().toISOString(), dsn }, [{ type: 'session' }, session])
}

/** An envelope with spans of one trace, each padded to about `size` bytes. */
export function spanEnvelope(count: number, size = 200, dsn: string = LOCAL_DSN): string {
  const traceId = randomId()
  const items = Array.from({ length: count }, (_, index) => ({
    trace_id: traceId,
    span_id: index.toString(16).padStart(16, '0'),
    name: 'x'.repeat(Math.max(1, size - 150)),
    status: 'ok',
    is_segment: index === 0,
    start_timestamp: 1_795_000_000,
    end_timestamp: 1_795_000_001,
  }))
  return spansEnvelope(items, dsn)
}

/** An envelope with these spans. */
export function spansEnvelope(items: readonly object[], dsn: string = LOCAL_DSN): string {
  const header = { type: 'span', item_count: items.length, content_type: 'application/vnd.sentry.items.span.v2+json' }
  return envelope({ sent_at: new Date().toISOString(), dsn }, [header, { version: 2, items }])
}

/** Returns the record that the tunnel makes of an envelope. */
export function recordFor(text: string, receivedAt = Date.now()): EnvelopeRecord {
  const parsed = parseEnvelope(Buffer.from(text))
  if (parsed.type !== 'ok') throw new Error(parsed.issue)
  const checked = validateItems(parsed.envelope)
  if (checked.type !== 'ok') throw new Error(checked.issue)
  return toRecord(parsed.envelope, checked.items, { receivedAt, userAgent: 'Mozilla/5.0 Firefox/132.0', origin: null })
}
