import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { queryTerms, tokenize, eventTerms } from '#app/error-reports/envelope/search-terms.ts'
import type { SentryEvent } from '#app/error-reports/envelope/validate-items.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import type { ReportTables } from '#app/error-reports/store/schema.ts'
import { createTokenBuckets, type TokenBuckets } from '#app/server/http/token-bucket.ts'

/** Search terms of a problem; further ones are not added. */
const MAX_TERMS = 500

/** The rate of indexed reports per problem and process, because reports of one problem are alike. */
const INDEX_RATE = { perSecond: 1, burst: 20 }

/** Problems whose rate is tracked; the least recently seen is forgotten first. */
const MAX_PROBLEMS = 10_000

/** A report to index. `at` is milliseconds since 1970. */
export type IndexedEvent = { fingerprint: string; at: number; event: SentryEvent }

const indexRates = new WeakMap<Kysely<ReportTables>, TokenBuckets>()

/** Adds new search terms to a problem. One statement, the same for any number of terms. */
async function upsertTerms(
  db: Transaction<ReportTables>,
  dialect: Store['dialect'],
  fingerprint: string,
  terms: Iterable<string>,
): Promise<void> {
  const json = JSON.stringify([...new Set(terms)].toSorted())
  const rows = dialect === 'postgres' ? sql`json_array_elements_text(${json}::json)` : sql`json_each(${json})`
  const known = sql`(select word from words where fingerprint = ${fingerprint})`
  await sql`insert into words (fingerprint, word) select ${fingerprint}, value from ${rows}
    where value not in ${known}
    limit (select case when count(*) < ${MAX_TERMS} then ${MAX_TERMS} - count(*) else 0 end from words
      where fingerprint = ${fingerprint})
    on conflict do nothing`.execute(db)
}

/** Indexes new reports, after the problems, whose locked rows keep other processes from their terms. */
export async function indexReports(
  { db, dialect }: Store,
  transaction: Transaction<ReportTables>,
  reports: readonly IndexedEvent[],
): Promise<void> {
  const buckets = indexRates.get(db) ?? createTokenBuckets(INDEX_RATE, MAX_PROBLEMS)
  indexRates.set(db, buckets)
  const due = Map.groupBy(
    reports.filter(({ fingerprint, at }) => buckets.take(fingerprint, at).type === 'allowed'),
    ({ fingerprint }) => fingerprint,
  )
  for (const fingerprint of [...due.keys()].toSorted()) {
    const terms = (due.get(fingerprint) ?? []).flatMap(({ event }) => eventTerms(event))
    await upsertTerms(transaction, dialect, fingerprint, terms)
  }
}

/** Adds the terms of visitors' feedback to the problems of their reports. */
export async function indexFeedback(
  { dialect }: Store,
  transaction: Transaction<ReportTables>,
  feedback: readonly { report: string | null; digest: string | null; message: string }[],
): Promise<void> {
  for (const { report, digest, message } of feedback) {
    if (report === null && digest === null) continue
    const problems = await transaction
      .selectFrom('reports')
      .innerJoin('problems', 'problems.fingerprint', 'reports.fingerprint')
      .select('problems.fingerprint')
      .distinct()
      .where((eb) => eb.or([eb('reports.id', '=', report), eb('reports.digest', '=', digest)]))
      .limit(10)
      .execute()
    for (const { fingerprint } of problems) await upsertTerms(transaction, dialect, fingerprint, tokenize(message))
  }
}

/** Returns the condition that a problem has terms with the prefixes of `typed`; none when it has no letter or digit. */
export function matchesTerms(eb: ExpressionBuilder<ReportTables, 'problems'>, typed: string): Expression<SqlBool>[] {
  const prefixes = queryTerms(typed)
  if (prefixes.length === 0) return []
  const matches = prefixes.map((prefix) =>
    eb(
      'problems.fingerprint',
      'in',
      eb
        .selectFrom('words')
        .select('words.fingerprint')
        .where('words.word', '>=', prefix)
        // Follows every term with the prefix, in the order of code points.
        .where('words.word', '<', `${prefix}\u{10ffff}`),
    ),
  )
  return [eb.and(matches)]
}
