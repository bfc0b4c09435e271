import type { Selectable } from 'kysely'
import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { digestCandidates, normalizeId } from '#app/error-reports/store/look-alike-digests.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'

/** A stored report with its event and its delivery, which is missing without an ingest. */
export type StoredReport = {
  report: Selectable<ReportTables['reports']>
  event: SentryEvent
  /** The event's JSON as it was received. */
  raw: string
  delivery: Selectable<ReportTables['deliveries']> | undefined
}

/** Returns the JSON of the event in an envelope's body. */
function rawEvent(body: Uint8Array): string | undefined {
  const parsed = parseEnvelope(Buffer.concat([Buffer.from('{}\n'), body]))
  if (parsed.type !== 'ok') return undefined
  const item = parsed.envelope.items.find(({ type }) => type === 'event' || type === 'feedback')
  return item && Buffer.from(item.payload).toString('utf8')
}

/**
 * Returns the report with an id or a digest, the latest of several. Dashes in ids, letter case and spaces are ignored.
 * See `resolveQuery` for mistyped ones.
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
    // Feedback has the digest of its error.
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
  // Retention may have deleted it between the queries.
  return raw === undefined ? undefined : { report, event: JSON.parse(raw) as SentryEvent, raw, delivery }
}

/** The result of a lookup: one report, several equally likely digests, or nothing. */
export type LookupResult =
  | { type: 'found'; id: string; digest: string | null }
  | { type: 'several'; digests: string[] }
  | { type: 'none' }

/** Digests that are offered when several are equally likely. */
const MAX_OFFERED = 10

/**
 * Looks up a report by a typed or dictated id or digest: letter case, spaces, dashes and look-alike letters do not
 * matter. Finds the latest of several reports with one digest.
 */
export async function resolveQuery({ db }: Store, typed: string): Promise<LookupResult> {
  const id = normalizeId(typed)
  const byId = id && (await db.selectFrom('reports').select(['id', 'digest']).where('id', '=', id).executeTakeFirst())
  if (byId) return { type: 'found', ...byId }
  for (const candidates of digestCandidates(typed)) {
    const rows = await db
      .selectFrom('reports')
      .select(['id', 'digest'])
      .where('digest', 'in', candidates)
      // Feedback has the digest of its error, and is later.
      .orderBy((eb) => eb('kind', '=', 'feedback'))
      .orderBy('received_at', 'desc')
      .limit(100)
      .execute()
    const digests = [...new Set(rows.map(({ digest }) => digest ?? ''))]
    const [first] = rows
    if (first && digests.length === 1) return { type: 'found', ...first }
    if (digests.length > 1) return { type: 'several', digests: digests.slice(0, MAX_OFFERED) }
  }
  return { type: 'none' }
}
