import { sql } from 'kysely'
import type { Migration } from '#app/database/migration.ts'

/** Problems whose latest report is read, the latest first: enough for a start that nobody waits for. */
const PROBLEMS = 2_000

/** Words of one event, and characters of a word. */
const WORDS = 200
const WORD_LENGTH = 40

/** Characters of an event that are read, and of any one text in it. */
const EVENT_LENGTH = 20_000
const TEXT_LENGTH = 2_000

const NEWLINE = 0x0a
const WORD = /[\p{L}\p{M}\p{N}_$]+/gu
/** Where a word begins inside another: a capital after a small letter, a letter after `_` or a digit. */
const HUMP = /(?<=\p{Ll})\p{Lu}|(?<=[_$\d])\p{L}/gu
/** Scripts without spaces: a word may begin at any character. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const ID = /^(?=.*\d)[\da-f]{8,}$|^\d{7,}$/i

type Json = Readonly<Record<string, unknown>>

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The event among the items of an envelope: lines of JSON, a payload's length in the header before it. */
function eventIn(body: Uint8Array): Json | undefined {
  const bytes = Buffer.from(body)
  const lineEnd = (start: number) => {
    const end = bytes.indexOf(NEWLINE, start)
    return end === -1 ? bytes.length : end
  }
  const parse = (start: number, end: number) => object(JSON.parse(bytes.toString('utf8', start, end)))
  for (let at = 0; at < bytes.length;) {
    const start = lineEnd(at) + 1
    const { type, length } = parse(at, start - 1)
    const end = typeof length === 'number' ? start + length : lineEnd(start)
    if (type === 'event' || type === 'feedback') return parse(start, end)
    at = end + 1
  }
  return undefined
}

/** The texts that an event is found by, the most telling first. */
function* textsOf(event: Json): Generator {
  const contexts = object(event.contexts)
  const exceptions = list(object(event.exception).values).map(object)
  for (const { type, value } of exceptions) yield* [type, value]
  for (const text of [event.message, event.logentry]) yield* [text, object(text).formatted, object(text).message]
  yield object(contexts.feedback).message
  yield* [event.transaction, object(event.request).url]
  for (const values of [event.tags, contexts.params, contexts.csp]) yield* Object.values(object(values))
  for (const { stacktrace } of exceptions) {
    for (const frame of list(object(stacktrace).frames).toReversed()) {
      yield* [object(frame).function, object(frame).filename]
    }
  }
  const { breadcrumbs } = event
  for (const crumb of [...list(breadcrumbs), ...list(object(breadcrumbs).values)].toReversed()) {
    const { category, message, data } = object(crumb)
    const { url, from, to } = object(data)
    yield* [message, category, url, from, to]
  }
}

/** A word and what begins inside it, in small letters: `readTide` also as `tide`. */
function beginningsOf(word: string): string[] {
  const places = UNSPACED.test(word)
    ? Array.from({ length: Math.min(word.length, WORD_LENGTH) }, (_, at) => at)
    : [0, ...[...word.matchAll(HUMP)].map(({ index }) => index)]
  return places.map((at) =>
    word
      .slice(at, at + WORD_LENGTH)
      .toLowerCase()
      .toWellFormed(),
  )
}

function wordsOf(event: Json): string[] {
  const words = new Set<string>()
  let read = 0
  for (const text of textsOf(event)) {
    if (typeof text !== 'string') continue
    const found = text.slice(0, TEXT_LENGTH).match(WORD) ?? []
    for (const word of found.filter((one) => !ID.test(one)).flatMap(beginningsOf)) words.add(word)
    read += Math.min(text.length, TEXT_LENGTH)
    if (words.size >= WORDS || read >= EVENT_LENGTH) break
  }
  return [...words].slice(0, WORDS)
}

/** Words that problems are searched by. Of each problem that is stored the latest report is read. */
export const createWords: Migration = async (db, flavour) => {
  // Compared by code points, as SQLite does: words are sought by how they begin.
  const text = flavour === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('words')
    .addColumn('fingerprint', 'text', (column) =>
      column.notNull().references('problems.fingerprint').onDelete('cascade'),
    )
    .addColumn('word', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('words_key', ['fingerprint', 'word'])
    .execute()
  await db.schema.createIndex('words_word').on('words').columns(['word', 'fingerprint']).execute()

  const problems = await sql<{ fingerprint: string }>`select fingerprint from problems
    order by last_at desc limit ${PROBLEMS}`.execute(db)
  for (const { fingerprint } of problems.rows) {
    const latest = await sql<{ body: Uint8Array }>`select envelopes.body from reports
      inner join envelopes on envelopes.id = reports.envelope
      where reports.fingerprint = ${fingerprint} order by reports.received_at desc limit 1`.execute(db)
    const [envelope] = latest.rows
    const event = envelope && eventIn(envelope.body)
    const rows = (event ? wordsOf(event) : []).map((word) => sql`(${fingerprint}, ${word})`)
    if (rows.length > 0) await sql`insert into words (fingerprint, word) values ${sql.join(rows)}`.execute(db)
  }
}
