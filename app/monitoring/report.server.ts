import { randomUUID } from 'node:crypto'
import { createEventEnvelope, SDK_VERSION, serializeEnvelope } from '@sentry/core'
import { log } from '#app/log.server.ts'
import { checkItems } from '#app/monitoring/envelope/items.ts'
import { parseEnvelope } from '#app/monitoring/envelope/parse.ts'
import { type EnvelopeRecord, recordOf } from '#app/monitoring/envelope/record.ts'
import { eventOf, type ReportContext } from '#app/monitoring/event.server.ts'
import { findMonitoring } from '#app/monitoring/handle.server.ts'
import { environment, release } from '#app/monitoring/release.ts'

/** `id` is known at once; `stored` resolves, and never rejects, to whether the report is on the disk. */
export type Reported = { id: string; stored: Promise<boolean> }

const SDK = { sdk: { name: 'fairlead.server', version: SDK_VERSION } }

/** Passes an event through the same checks as a browser's: what the store holds has one form. */
function recordFor(error: unknown, context: ReportContext, id: string, at: number): EnvelopeRecord {
  const text = serializeEnvelope(createEventEnvelope(eventOf(error, context, id, at), undefined, SDK))
  const parsed = parseEnvelope(Buffer.from(text))
  const checked = parsed.type === 'ok' ? checkItems(parsed.envelope) : parsed
  if (parsed.type !== 'ok' || checked.type !== 'ok') throw new Error('the report of an error is no event')
  return recordOf(parsed.envelope, checked.items, { receivedAt: at, userAgent: null, origin: null })
}

async function store(record: () => EnvelopeRecord, id: string): Promise<boolean> {
  try {
    const monitoring = findMonitoring()
    if (!monitoring) throw new Error('monitoring has not been started')
    await monitoring.accept(record())
    return true
  } catch (error) {
    log.error({ err: error, report: id }, 'a report was not stored')
    return false
  }
}

/**
 * Records a server error as an event, in the store and, where there is one, at the ingest. Never throws and never
 * rejects, whatever was thrown; a report that cannot be stored leaves a line in the log.
 */
export function report(error: unknown, context: ReportContext = {}): Reported {
  const id = randomUUID().replaceAll('-', '')
  const at = Date.now()
  return { id, stored: store(() => recordFor(error, { release, environment, ...context }, id, at), id) }
}
