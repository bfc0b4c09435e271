import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { asRecord } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import type { ReportTables, ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { createTokenBuckets, type TokenBuckets } from '#fairlead/platform/http/token-bucket.ts'

/** Limits of the index. Lengths are in characters. */
const INDEX = {
  /** The terms of one event, all of them together, and the terms of a problem. */
  terms: 200,
  termsLength: 4_000,
  problemTerms: 500,
  termLength: 40,
  /** The positions in a word at which terms can begin. */
  prefixes: 10,
  /** The number of characters of an event that are read, and of one text in it. */
  eventLength: 20_000,
  textLength: 2_000,
  /** The rate of indexed reports per problem and process, because reports of one problem are alike. */
  rate: { perSecond: 1, burst: 20 },
  /** Problems whose rate is tracked: the least recently seen one is forgotten first. */
  problems: 10_000,
} as const

/** Letters and digits, and the other characters of identifiers. */
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu

/** The beginning of a word inside an identifier: a capital after a small letter, a letter after `_` or a digit. */
const CAMEL_BOUNDARY = /(?<=\p{Ll})\p{Lu}|(?<=[_$\d])\p{L}/gu

/** Scripts without spaces between words: a word may begin at any character. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

/** Ids are not indexed: operators look them up instead of searching, and they would fill the index. */
const ID = /^(?=.*\d)[\da-f]{8,}$|^\d{7,}$/i

function wordBeginnings(word: string): string[] {
  const positions = UNSPACED.test(word)
    ? Array.from({ length: Math.min(word.length, INDEX.termLength) }, (_, at) => at)
    : [0, ...[...word.matchAll(CAMEL_BOUNDARY)].map(({ index }) => index)].slice(0, INDEX.prefixes)
  return positions.map((at) =>
    word
      .slice(at, at + INDEX.termLength)
      .toLowerCase()
      .toWellFormed(),
  )
}

/** Splits a text into search terms: lower-case words, with `readTide` also as `tide`, without ids. */
export function tokenize(text: string): string[] {
  const words = (text.match(WORD) ?? []).filter((word) => !ID.test(word))
  return words.flatMap(wordBeginnings).filter((word) => word !== '')
}

/**
 * Returns the prefixes to search for, from one typed word; none if it has no letter and no digit. Reads as many
 * characters as of one text of an event.
 */
export function queryTerms(typed: string): string[] {
  const words = typed.slice(0, INDEX.textLength).match(WORD) ?? []
  return words.map((word) => word.slice(0, INDEX.termLength).toLowerCase().toWellFormed())
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Yields the texts of an event that operators search for, the most relevant first. */
function* collectTexts(event: SentryEvent): Generator {
  const { exception, message, logentry, contexts, request, tags } = event
  for (const { type, value } of exception?.values ?? []) yield* [type, value]
  for (const entry of [message, logentry])
    yield* typeof entry === 'string' ? [entry] : [entry?.formatted, entry?.message]
  yield asRecord(asRecord(contexts).feedback).message
  yield* [
    event.transaction,
    asRecord(request).url,
    ...Object.values(asRecord(tags)),
    ...Object.values(asRecord(asRecord(contexts).params)),
  ]
  yield* Object.values(asRecord(asRecord(contexts).csp))
  for (const { stacktrace } of exception?.values ?? []) {
    for (const { function: name, filename } of (stacktrace?.frames ?? []).toReversed()) yield* [name, filename]
  }
  const { breadcrumbs } = asRecord(event)
  for (const crumb of [...list(breadcrumbs), ...list(asRecord(breadcrumbs).values)].toReversed()) {
    const { category, message: note, data } = asRecord(crumb)
    const { url, from, to } = asRecord(data)
    yield* [note, category, url, from, to]
  }
}

/** Returns the search terms of an event: at most 200 different ones, with 4 000 characters in total. */
export function eventTerms(event: SentryEvent): string[] {
  const terms = new Set<string>()
  let [read, written] = [0, 0]
  for (const text of collectTexts(event)) {
    if (typeof text !== 'string') continue
    for (const term of tokenize(text.slice(0, INDEX.textLength))) {
      if (terms.has(term)) continue
      written += term.length
      if (terms.size >= INDEX.terms || written > INDEX.termsLength) return [...terms]
      terms.add(term)
    }
    read += Math.min(text.length, INDEX.textLength)
    if (read >= INDEX.eventLength) break
  }
  return [...terms]
}

const indexRates = new WeakMap<Kysely<ReportTables>, TokenBuckets>()

/** Inserts terms with one statement, whose text is the same for any number of terms. */
async function upsertTerms(
  db: Transaction<ReportTables>,
  dialect: ReportDatabase['dialect'],
  fingerprint: string,
  terms: Iterable<string>,
): Promise<void> {
  const json = JSON.stringify([...new Set(terms)].toSorted())
  const rows = dialect === 'postgres' ? sql`json_array_elements_text(${json}::json)` : sql`json_each(${json})`
  const known = sql`(select word from words where fingerprint = ${fingerprint})`
  await sql`insert into words (fingerprint, word) select ${fingerprint}, value from ${rows}
    where value not in ${known}
    limit (select case when count(*) < ${INDEX.problemTerms} then ${INDEX.problemTerms} - count(*) else 0 end from words
      where fingerprint = ${fingerprint})
    on conflict do nothing`.execute(db)
}

/**
 * Indexes new reports. It runs after the update of the problems, whose locked rows keep other processes from changing
 * the terms.
 */
export async function indexReports(
  { db, dialect }: ReportDatabase,
  transaction: Transaction<ReportTables>,
  reports: readonly { fingerprint: string; at: number; event: SentryEvent }[],
): Promise<void> {
  const buckets = indexRates.get(db) ?? createTokenBuckets(INDEX.rate, INDEX.problems)
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
  { dialect }: ReportDatabase,
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

/**
 * Returns the condition that a problem has terms with the prefixes of `typed`; none if `typed` has no letter or digit.
 */
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
        // This text follows every term with the prefix, in the order of code points.
        .where('words.word', '<', `${prefix}\u{10ffff}`),
    ),
  )
  return [eb.and(matches)]
}
