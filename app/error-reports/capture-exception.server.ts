import { randomUUID } from 'node:crypto'
import { createEventEnvelope, SDK_VERSION, serializeEnvelope } from '@sentry/core'
import { getFingerprint } from '#app/errors/v8-stack.server.ts'
import { log } from '#app/server/log.server.ts'
import { validateItems } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { type EnvelopeRecord, toRecord } from '#app/error-reports/envelope/envelope-record.ts'
import { buildEvent, type ReportContext } from '#app/error-reports/build-event.server.ts'
import { getMonitoring } from '#app/error-reports/registry.server.ts'
import { environment, release } from '#app/error-reports/release.ts'
import { createReportLimit } from '#app/error-reports/report-limit.ts'

/**
 * A report. `id` and `digest` are known at once; `stored` resolves, and never rejects, to whether it is on the disk. Of a
 * failure that is reported too often it is an earlier report of the same.
 */
export type Captured = { id: string; digest: string | undefined; stored: Promise<boolean> }

const limitReports = createReportLimit<Captured>()

const SDK = { sdk: { name: 'fairlead.server', version: SDK_VERSION } }

/**
 * Passes an envelope through the same checks as a browser's: what the store holds has one form.
 *
 * @param at milliseconds since 1970
 * @param userAgent of the request that brought it, if one did
 * @throws Error when it is no envelope with an event
 */
export function parseRecord(text: string | Uint8Array, at: number, userAgent: string | null = null): EnvelopeRecord {
  const parsed = parseEnvelope(Buffer.from(text))
  const checked = parsed.type === 'ok' ? validateItems(parsed.envelope) : parsed
  if (parsed.type !== 'ok' || checked.type !== 'ok') throw new Error('the report of an error is no event')
  return toRecord(parsed.envelope, checked.items, { receivedAt: at, userAgent, origin: null })
}

async function store(record: () => EnvelopeRecord, id: string): Promise<boolean> {
  try {
    const monitoring = getMonitoring()
    if (!monitoring) throw new Error('monitoring has not been started')
    await monitoring.accept(record())
    return true
  } catch (error) {
    log.error({ err: error, report: id }, 'a report was not stored')
    return false
  }
}

function recordFor(error: unknown, context: ReportContext, id: string, at: number): EnvelopeRecord {
  return parseRecord(serializeEnvelope(createEventEnvelope(buildEvent(error, context, id, at), undefined, SDK)), at)
}

/** What a visitor says of an error: its digest, or the id of its report. */
export type FeedbackInput = { message: string; digest?: string | undefined; report?: string | undefined }

/** Stores what a visitor says, and sends it on like a report. Resolves, and never rejects, to whether it is stored. */
export function storeFeedback({ message, digest, report: associated }: FeedbackInput): Promise<boolean> {
  const id = randomUUID().replaceAll('-', '')
  const at = Date.now()
  const feedback = {
    message,
    source: 'error-page',
    ...(associated !== undefined && { associated_event_id: associated }),
  }
  const event = {
    event_id: id,
    timestamp: at / 1_000,
    platform: 'node',
    level: 'info',
    release,
    environment,
    contexts: { feedback },
    ...(digest !== undefined && { tags: { digest } }),
  }
  const header = { event_id: id, sent_at: new Date(at).toISOString(), ...SDK }
  const lines = [header, { type: 'feedback' }, event].map((line) => JSON.stringify(line))
  return store(() => parseRecord(lines.join('\n'), at), id)
}

/**
 * Records a server error as an event, in the store and, where there is one, at the ingest. Never throws and never
 * rejects, whatever was thrown; a report that cannot be stored leaves a line in the log. Reports of one failure beyond the
 * limit are counted and left out.
 */
export function captureException(error: unknown, context: ReportContext = {}): Captured {
  const at = Date.now()
  const fingerprint = context.fingerprint ?? getFingerprint(error)
  const limited = limitReports(fingerprint, at, () => {
    const id = randomUUID().replaceAll('-', '')
    const stored = store(() => recordFor(error, { release, environment, ...context }, id, at), id)
    return { id, digest: context.digest, stored }
  })
  if (limited.type === 'left-out') getMonitoring()?.count('repeated', fingerprint)
  return limited.report
}
