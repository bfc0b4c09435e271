import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { queryTerms, tokenize, eventTerms } from '#app/error-reports/envelope/search-terms.ts'
import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'
import { createTokenBuckets, type TokenBuckets } from '#app/server/http/token-bucket.ts'

/** Words of a problem, beyond which none are added. */
const MOST = 500

/** How many reports of one problem a process reads for their words: those of a storm are much alike. */
const INDEX_RATE = { perSecond: 1, burst: 20 }

/** Problems remembered for that; the longest unseen is forgotten first. */
const PROBLEMS = 10_000

/** A report whose words are to be found. `at` is in milliseconds since 1970. */
export type IndexedEvent = { fingerprint: string; at: number; event: SentryEvent }

const read = new WeakMap<Kysely<ReportTables>, TokenBuckets>()

/** Writes words of a problem that are new: one statement, the same whatever their number. */
async function upsertTerms(
  db: Transaction<ReportTables>,
  flavour: Store['dialect'],
  fingerprint: string,
  words: Iterable<string>,
): Promise<void> {
  const json = JSON.stringify([...new Set(words)].toSorted())
  const rows = flavour === 'postgres' ? sql`json_array_elements_text(${json}::json)` : sql`json_each(${json})`
  const known = sql`(select word from words where fingerprint = ${fingerprint})`
  await sql`insert into words (fingerprint, word) select ${fingerprint}, value from ${rows}
    where value not in ${known}
    limit (select case when count(*) < ${MOST} then ${MOST} - count(*) else 0 end from words
      where fingerprint = ${fingerprint})
    on conflict do nothing`.execute(db)
}

/** After the problems, whose rows keep other processes out of their words. */
export async function indexReports(
  { db, dialect }: Store,
  transaction: Transaction<ReportTables>,
  reports: readonly IndexedEvent[],
): Promise<void> {
  const buckets = read.get(db) ?? createTokenBuckets(INDEX_RATE, PROBLEMS)
  read.set(db, buckets)
  const due = Map.groupBy(
    reports.filter(({ fingerprint, at }) => buckets.take(fingerprint, at).type === 'taken'),
    ({ fingerprint }) => fingerprint,
  )
  for (const fingerprint of [...due.keys()].toSorted()) {
    const words = (due.get(fingerprint) ?? []).flatMap(({ event }) => eventTerms(event))
    await upsertTerms(transaction, dialect, fingerprint, words)
  }
}

/** By what visitors say the problem of their report is found too. */
export async function indexFeedback(
  { dialect }: Store,
  transaction: Transaction<ReportTables>,
  feedback: readonly { report: string | null; digest: string | null; message: string }[],
): Promise<void> {
  for (const { report, digest, message } of feedback) {
    if (report === null && digest === null) continue
    const about = await transaction
      .selectFrom('reports')
      .innerJoin('problems', 'problems.fingerprint', 'reports.fingerprint')
      .select('problems.fingerprint')
      .distinct()
      .where((eb) => eb.or([eb('reports.id', '=', report), eb('reports.digest', '=', digest)]))
      .limit(10)
      .execute()
    for (const { fingerprint } of about) await upsertTerms(transaction, dialect, fingerprint, tokenize(message))
  }
}

/** Whether a problem has a report with this in it: each word in what was typed, by how it begins. */
export function matchesTerms(eb: ExpressionBuilder<ReportTables, 'problems'>, typed: string): Expression<SqlBool>[] {
  const sought = queryTerms(typed)
  if (sought.length === 0) return []
  const found = sought.map((word) =>
    eb(
      'problems.fingerprint',
      'in',
      eb
        .selectFrom('words')
        .select('words.fingerprint')
        .where('words.word', '>=', word)
        // Above all that begins so, in the order of code points.
        .where('words.word', '<', `${word}\u{10ffff}`),
    ),
  )
  return [eb.and(found)]
}
