import { SDK_VERSION, uuid4 } from '@sentry/core'
import { LRUCache } from 'lru-cache'
import { getFingerprint } from '#fairlead/errors/fingerprint.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { validateItems } from '#fairlead/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { type EnvelopeRecord, toRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { buildEvent, type ReportContext } from '#fairlead/error-reports/build-event.server.ts'
import { getMonitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { environment, release } from '#fairlead/error-reports/release.ts'

/**
 * A captured error. `stored` resolves to true when the report is on the disk or queued for the ingest, to false when it
 * is dropped; it never rejects. For an error over the limit, the report is the latest one of the same error.
 */
export type Captured = { id: string; digest: string | undefined; stored: Promise<boolean> }

/**
 * The number of reports of server errors that are stored per fingerprint and minute, and of fingerprints that are
 * tracked.
 */
export const REPORT_LIMIT = { perMinute: 60, fingerprints: 1_000 } as const

const MINUTE_MS = 60_000

type Limited<T> = { type: 'made' | 'dropped'; report: T }

/**
 * Creates the function that makes a report, unless its fingerprint was reported too often within a minute. Times are in
 * milliseconds.
 */
export function createReportLimit<T>(
  limit: { perMinute: number; fingerprints: number } = REPORT_LIMIT,
): (fingerprint: string, now: number, make: () => T) => Limited<T> {
  const windows = new LRUCache<string, { startedAt: number; count: number; last: T }>({ max: limit.fingerprints })
  return (fingerprint, now, make) => {
    const window = windows.get(fingerprint)
    const current = window && now - window.startedAt < MINUTE_MS && now >= window.startedAt ? window : undefined
    if (current && current.count >= limit.perMinute) return { type: 'dropped', report: current.last }
    const last = make()
    windows.set(fingerprint, { startedAt: current?.startedAt ?? now, count: (current?.count ?? 0) + 1, last })
    return { type: 'made', report: last }
  }
}

const limitReports = createReportLimit<Captured>()

const SDK = { name: 'fairlead.server', version: SDK_VERSION }

/**
 * Builds the record of an event that this server reports. It passes the same checks as a browser's event, so that all
 * stored envelopes are valid.
 *
 * @param id 32 hexadecimal digits
 * @param at milliseconds since 1970
 * @throws Error when the event is not valid
 */
export function toOwnRecord(
  type: 'event' | 'feedback',
  event: object,
  id: string,
  at: number,
  userAgent: string | null = null,
): EnvelopeRecord {
  const header = { event_id: id, sent_at: new Date(at).toISOString(), sdk: SDK }
  const payload = { event_id: id, timestamp: at / 1_000, release, environment, sdk: SDK, ...event }
  const text = [header, { type }, payload].map((line) => JSON.stringify(line)).join('\n')
  const parsed = parseEnvelope(Buffer.from(text))
  const checked = parsed.type === 'ok' ? validateItems(parsed.envelope) : parsed
  if (parsed.type !== 'ok' || checked.type !== 'ok') throw new Error('the envelope of a report is not valid')
  return toRecord(parsed.envelope, checked.items, { receivedAt: at, userAgent, origin: null })
}

async function store(record: () => EnvelopeRecord, id: string): Promise<boolean> {
  try {
    const monitoring = getMonitoring()
    if (!monitoring) throw new Error('monitoring has not been started')
    return await monitoring.accept(record())
  } catch (error) {
    log.error({ err: error, report: id }, 'a report was not stored')
    return false
  }
}

/** A visitor's message about an error, which the error's digest or its report's id identifies. */
export type FeedbackInput = { message: string; digest?: string | undefined; report?: string | undefined }

/** Stores a visitor's feedback and delivers it like a report. Resolves to true when it is stored; never rejects. */
export function storeFeedback({ message, digest, report: associated }: FeedbackInput): Promise<boolean> {
  const id = uuid4()
  const at = Date.now()
  const event = {
    platform: 'node',
    level: 'info',
    contexts: { feedback: { message, source: 'error-page', associated_event_id: associated } },
    tags: { digest },
  }
  return store(() => toOwnRecord('feedback', event, id, at), id)
}

/**
 * Reports a server error: as an event in the store and, if one is configured, at the ingest. Never throws, whatever was
 * thrown; a report that cannot be stored is logged. Reports of one error beyond `REPORT_LIMIT` are only counted.
 */
export function captureException(error: unknown, context: ReportContext = {}): Captured {
  const at = Date.now()
  const fingerprint = context.fingerprint ?? getFingerprint(error)
  const limited = limitReports(fingerprint, at, () => {
    const id = uuid4()
    const stored = store(() => toOwnRecord('event', buildEvent(error, context), id, at), id)
    return { id, digest: context.digest, stored }
  })
  if (limited.type === 'dropped') getMonitoring()?.count('repeated', fingerprint)
  return limited.report
}
