import type { Selectable } from 'kysely'
import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'

/** A stored report with its event and its way to the ingest; without `delivery` it stays here. */
export type StoredReport = {
  report: Selectable<ReportTables['reports']>
  event: SentryEvent
  /** The event's JSON as it came. */
  raw: string
  delivery: Selectable<ReportTables['deliveries']> | undefined
}

/** The JSON of the event among the items of an envelope. */
function rawEvent(body: Uint8Array): string | undefined {
  const parsed = parseEnvelope(Buffer.concat([Buffer.from('{}\n'), body]))
  if (parsed.type !== 'ok') return undefined
  const item = parsed.envelope.items.find(({ type }) => type === 'event' || type === 'feedback')
  return item && Buffer.from(item.payload).toString('utf8')
}

/** The event of a stored envelope. What is stored was checked when it came. */
export function parseEventItem(body: Uint8Array): SentryEvent | undefined {
  const raw = rawEvent(body)
  return raw === undefined ? undefined : (JSON.parse(raw) as SentryEvent)
}

/**
 * Finds a report by its id, with or without dashes, or by its digest, in any case and with spaces around or in it. Of
 * several with one digest it is the latest.
 */
export async function getReport({ db }: Store, text: string): Promise<StoredReport | undefined> {
  const wanted = text.replaceAll(/\s/g, '').slice(0, 100)
  const report = await db
    .selectFrom('reports')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', wanted.replaceAll('-', '').toLowerCase()),
        eb('digest', 'in', [...new Set([wanted, wanted.toUpperCase(), wanted.toLowerCase()])]),
      ]),
    )
    // What was said of an error has its digest too.
    .orderBy((eb) => eb('kind', '=', 'feedback'))
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!report) return undefined
  const [envelope, delivery] = await Promise.all([
    db.selectFrom('envelopes').select('body').where('id', '=', report.envelope).executeTakeFirst(),
    db.selectFrom('deliveries').selectAll().where('envelope', '=', report.envelope).executeTakeFirst(),
  ])
  const raw = envelope && rawEvent(envelope.body)
  // Retention may have taken it between two queries.
  return raw === undefined ? undefined : { report, event: JSON.parse(raw) as SentryEvent, raw, delivery }
}

/** An envelope that the ingest does not have. */
export type Undelivered = Pick<
  Selectable<ReportTables['deliveries']>,
  'envelope' | 'state' | 'attempts' | 'next_at' | 'status' | 'reason' | 'answered_at'
> &
  Pick<Selectable<ReportTables['envelopes']>, 'kind' | 'event_id' | 'received_at' | 'size'>

/** What waits and what was put aside, oldest first. */
export function listUndelivered({ db }: Store, most: number): Promise<Undelivered[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('envelopes', 'envelopes.id', 'deliveries.envelope')
    .select(['envelope', 'state', 'attempts', 'next_at', 'status', 'reason', 'answered_at'])
    .select(['kind', 'event_id', 'received_at', 'size'])
    .where('state', 'in', ['waiting', 'aside'])
    .orderBy('envelope')
    .limit(most)
    .execute()
}
