// A store with a million events in ten thousand groups, for the bench of the desk.
import { sql } from 'kysely'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import { eventTerms } from '#fairlead/error-reports/store/search-index.server.ts'
import type { ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { TALLIES } from '#fairlead/error-reports/store/schema.ts'
import { random } from '#tests/harness/random.ts'
import { errorEvent } from '#tests/fairlead/error-reports/envelopes.ts'

export const EVENTS = Number(process.env.DESK_EVENTS ?? 1_000_000)
const GROUPS = Math.max(1, EVENTS / 100)
const CHUNK = 5_000
const DAY_MS = 86_400_000

const KINDS = ['TypeError', 'RangeError', 'Error', 'SyntaxError', 'ChunkLoadError']
export const WORDS = ['anchor', 'buoy', 'channel', 'draught', 'ebb', 'fathom', 'gale', 'harbour', 'island', 'jetty']
/** These stand in breadcrumbs and nowhere else. */
export const CRUMBS = Array.from({ length: 100 }, (_, index) => `berth${index}`)

const hex = (number: number): string => number.toString(16)
export const idOf = (index: number): string => hex(index).padStart(32, '0')
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const digestOf = (index: number): string =>
  Array.from({ length: 10 }, (_, at) => ALPHABET[Math.floor((index * 7_919) / 30 ** (at % 5) + at * 11) % 30]).join('')

const kindOf = (group: number) => KINDS[group % KINDS.length] ?? 'Error'
const messageOf = (group: number) =>
  `the ${WORDS[group % 10]} ${WORDS[Math.floor(group / 10) % 10]} failed for ${hex(group)}`

function eventOf(id: string, group: number): SentryEvent {
  const crumb = (index: number) => ({
    timestamp: index,
    category: 'ui.click',
    message: `main > button.${CRUMBS[(group * 7 + index) % 100]}`,
  })
  const exception = { values: [{ type: kindOf(group), value: messageOf(group) }] }
  return { ...errorEvent(id, { exception, breadcrumbs: Array.from({ length: 10 }, (_, index) => crumb(index)) }) }
}

/** Some groups have many reports and most few, as it is in life. */
function groupOf(next: () => number): number {
  return Math.floor(next() ** 1.5 * GROUPS)
}

/** Rows of a table in one statement, the same for every chunk: as JSON, which both databases take apart. */
async function insert(
  { db, dialect }: ReportDatabase,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {})
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const json = JSON.stringify(rows)
  if (dialect === 'postgres') {
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db)
  } else {
    const fields = sql.join(
      names.map((name) => (name === 'body' ? sql`cast(value ->> 'body' as blob)` : sql`value ->> ${sql.lit(name)}`)),
    )
    await sql`insert into ${sql.table(table)} (${columns}) select ${fields} from json_each(${json})`.execute(db)
  }
}

/** Returns bytes in the form that the dialect reads. */
const bytes = (text: string, { dialect }: ReportDatabase) =>
  dialect === 'postgres' ? `\\x${Buffer.from(text).toString('hex')}` : text

/** Rows as accepting the envelopes would have written them, written in bulk: a million requests would take an hour. */
export async function fill(store: ReportDatabase, now: number): Promise<void> {
  const { db, dialect } = store
  const next = random(7)
  // Nobody else reads it yet, and after a crash it is filled again.
  for (const pragma of dialect === 'sqlite' ? ['synchronous = off', 'cache_size = -500000'] : []) {
    await sql`pragma ${sql.raw(pragma)}`.execute(db)
  }
  for (let from = 0; from < EVENTS; from += CHUNK) {
    const reports = Array.from({ length: Math.min(CHUNK, EVENTS - from) }, (_, offset) => {
      const index = from + offset
      const group = groupOf(next)
      const at = now - Math.floor((1 - index / EVENTS) * 20 * DAY_MS)
      return {
        id: idOf(index + 1),
        envelope: index + 1,
        received_at: at,
        at,
        side: group % 2 ? 'browser' : 'server',
        kind: kindOf(group),
        level: 'error',
        message: messageOf(group),
        fingerprint: hex(group).padStart(16, '0'),
        digest: digestOf(index),
        route: `/{-$locale}/page${group % 40}`,
        release: `fairlead@0.1.0+${hex(Math.floor(index / (EVENTS / 8)))}`,
        environment: 'production',
        trace_id: idOf(index + 77),
        browser: `Firefox ${130 + (group % 12)}`,
        locale: 'en',
        tab: `tab-${Math.floor(next() * EVENTS)}`,
      }
    })
    const envelopes = reports.map(({ id, envelope, received_at, trace_id, fingerprint }) => {
      const payload = JSON.stringify(eventOf(id, Number.parseInt(fingerprint, 16)))
      return {
        id: envelope,
        key: `event:${id}`,
        kind: 'error',
        event_id: id,
        trace_id,
        received_at,
        header: '{}',
        body: bytes(`{"type":"event","length":${payload.length}}\n${payload}`, store),
        size: 2_000,
      }
    })
    await insert(store, 'envelopes', envelopes)
    await insert(store, 'reports', reports)
  }
  // One connection, and as long as it takes.
  await db.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(transaction)
    await derive({ ...store, db: transaction })
  })
  await sql`analyze`.execute(db)
}

/** Problems, their counts and their words, from the reports; and the deliveries of the envelopes. */
export async function derive(store: ReportDatabase): Promise<void> {
  const { db } = store
  await sql`insert into problems (fingerprint, side, kind, message, route, state, state_at, count, first_at, last_at, first_release, last_release)
    select fingerprint, min(side), min(kind), min(message), min(route), 'open', min(at), count(*), min(at), max(at), min(release), max(release)
    from reports group by fingerprint`.execute(db)
  for (const name of TALLIES) {
    const value = name === 'day' ? sql`cast(received_at / 86400000 as text)` : sql.ref(name)
    await sql`insert into tallies (fingerprint, name, value, count)
      select fingerprint, ${sql.lit(name)}, ${value}, count(*) from reports group by fingerprint, ${value}`.execute(db)
  }
  const problems = await db.selectFrom('problems').select('fingerprint').execute()
  for (let from = 0; from < problems.length; from += 200) {
    const words = problems
      .slice(from, from + 200)
      .flatMap(({ fingerprint }) =>
        eventTerms(eventOf(idOf(1), Number.parseInt(fingerprint, 16))).map((word) => ({ fingerprint, word })),
      )
    await insert(store, 'words', words)
  }
  // The last of them wait, and some were refused.
  const state = sql`case when id % 5000 = 0 then 'aside' when id > ${sql.lit(EVENTS * 0.98)} then 'waiting' else 'done' end`
  await sql`insert into deliveries (envelope, state, categories, next_at, answered_at, status)
    select id, ${state}, 'error', received_at, case ${state} when 'waiting' then null else received_at end,
      case ${state} when 'done' then 200 when 'aside' then 400 end
    from envelopes`.execute(db)
}
