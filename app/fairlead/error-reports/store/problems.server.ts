import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import {
  COUNTED,
  COUNTED_FACETS,
  type Facet,
  FACETS,
  type Filters,
  type ProblemState,
  SINCE_MS,
} from '#fairlead/error-reports/store/problem-filters.ts'
import { type ReportTables, dayOf, SHORT_MESSAGE, type ReportDatabase } from '#fairlead/error-reports/store/schema.ts'
import { matchesTerms } from '#fairlead/error-reports/store/search-index.server.ts'

/** The days of a problem's chart, the words of a search query that count, and the values of a filter. */
const LIST = { chartDays: 14, words: 8, offered: 100 } as const

const LISTED = [
  'fingerprint',
  'kind',
  SHORT_MESSAGE.as('message'),
  'side',
  'route',
  'state',
  'count',
  'first_at',
  'last_at',
  'last_release',
] as const

/**
 * A problem of the list. `days` has the number of reports by day, today last; `report` is the id of the latest stored
 * report.
 */
export type Problem = Awaited<ReturnType<typeof listProblems>>['problems'][number]

type Eb = ExpressionBuilder<ReportTables, 'problems'>

function matchesTerm(eb: Eb, dialect: ReportDatabase['dialect'], word: string): Expression<SqlBool> {
  const position = sql.raw(dialect === 'postgres' ? 'strpos' : 'instr')
  const lower = word.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return eb.or([sql<SqlBool>`${position}(problems.searched, ${lower}) > 0`, ...matchesTerms(eb, word)])
}

/** Literal rather than bound, so that SQLite can use the partial index without tabs. */
const NO_TAB = sql<SqlBool>`tallies.name <> 'tab'`

function hasFacet(eb: Eb, name: (typeof COUNTED_FACETS)[number], value: string): Expression<SqlBool> {
  const having = eb
    .selectFrom('tallies')
    .select('tallies.fingerprint')
    .where('tallies.name', '=', name)
    .where('tallies.value', '=', value)
    .where(NO_TAB)
  return eb('problems.fingerprint', 'in', having)
}

function conditions(eb: Eb, dialect: ReportDatabase['dialect'], filters: Filters, now: number, release: string) {
  const { state = 'open', kind, since, q = '', isNew } = filters
  const words = q.split(/\s+/).filter(Boolean).slice(0, LIST.words)
  const all: Expression<SqlBool>[] = words.map((word) => matchesTerm(eb, dialect, word))
  if (state !== 'all') all.push(eb('problems.state', '=', state))
  if (kind !== undefined) all.push(eb('problems.kind', '=', kind))
  if (since !== undefined) all.push(eb('problems.last_at', '>=', now - SINCE_MS[since]))
  if (isNew) all.push(eb('problems.first_release', '=', release))
  for (const name of COUNTED_FACETS) {
    const value = filters[name]
    if (value !== undefined) all.push(hasFacet(eb, name, value))
  }
  return eb.and(all)
}

function ordered<O>(query: SelectQueryBuilder<ReportTables, 'problems', O>, sort: Filters['sort']) {
  const by = { count: 'count', first: 'first_at' } as const
  return query.orderBy(sort ? by[sort] : 'last_at', 'desc').orderBy('fingerprint')
}

/** Selects the id of a problem's latest stored report, as `report`. */
export function latestReport(eb: Eb) {
  return eb
    .selectFrom('reports')
    .select('reports.id')
    .whereRef('reports.fingerprint', '=', 'problems.fingerprint')
    .orderBy('reports.received_at', 'desc')
    .limit(1)
    .as('report')
}

function withLatest(query: SelectQueryBuilder<ReportTables, 'problems', object>) {
  return query.select([...LISTED, 'first_release']).select((eb) => [
    latestReport(eb),
    eb
      .selectFrom((inner) =>
        inner
          .selectFrom('tallies')
          .select('tallies.value')
          .whereRef('tallies.fingerprint', '=', 'problems.fingerprint')
          .where('tallies.name', '=', 'tab')
          .limit(COUNTED.tabs)
          .as('seen'),
      )
      .select(({ fn }) => fn.countAll<number>().as('tabs'))
      .as('tabs'),
  ])
}

async function readCharts(
  { db }: ReportDatabase,
  fingerprints: readonly string[],
  now: number,
): Promise<Map<string, number[]>> {
  if (fingerprints.length === 0) return new Map()
  const first = Number(dayOf(now)) - LIST.chartDays + 1
  const rows = await db
    .selectFrom('tallies')
    .select(['fingerprint', 'value', 'count'])
    .where('fingerprint', 'in', fingerprints)
    .where('name', '=', 'day')
    .where('value', '>=', String(first))
    .execute()
  const charts = new Map(fingerprints.map((fingerprint) => [fingerprint, Array<number>(LIST.chartDays).fill(0)]))
  for (const { fingerprint, value, count } of rows) {
    const chart = charts.get(fingerprint)
    const day = Number(value) - first
    if (chart && day < LIST.chartDays) chart[day] = count
  }
  return charts
}

/**
 * Reads one page of the list, and the number of all matching problems.
 *
 * @param options `page` counts from 0; `release` is the running release; `now` is milliseconds since 1970
 */
export async function listProblems(
  database: ReportDatabase,
  filters: Filters,
  options: { page: number; size: number; now: number; release: string },
) {
  const { db, dialect } = database
  const { page, size, now, release } = options
  const matching = db.selectFrom('problems').where((eb) => conditions(eb, dialect, filters, now, release))
  const countMatching = () => matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isSearch = filters.q !== undefined
  // The keys of the page are read first, then its columns, because databases would evaluate subqueries for all rows.
  const pageKeys = ordered(matching.select('fingerprint'), filters.sort)
    // A search scans all rows, so it counts them in the same query. Other lists are counted faster with an index.
    .$if(isSearch, (query) => query.select(({ fn }) => fn.countAll<number>().over().as('total')))
    .limit(size)
    .offset(page * size)
  const [keys, counted] = await Promise.all([pageKeys.execute(), isSearch ? undefined : countMatching()])
  const fingerprints = keys.map(({ fingerprint }) => fingerprint)
  const [{ total }, rows, charts] = await Promise.all([
    // A page of a search beyond its end has no row with the count.
    counted ?? (keys[0]?.total === undefined ? countMatching() : { total: keys[0].total }),
    fingerprints.length === 0
      ? []
      : withLatest(db.selectFrom('problems').where('fingerprint', 'in', fingerprints)).execute(),
    readCharts(database, fingerprints, now),
  ])
  const byKey = new Map(rows.map((row) => [row.fingerprint, row]))
  const problems = fingerprints.flatMap((fingerprint) => {
    const row = byKey.get(fingerprint)
    if (!row) return []
    const { first_release: firstRelease, ...problem } = row
    return {
      ...problem,
      tabs: row.tabs ?? 0,
      isNew: firstRelease === release,
      days: charts.get(fingerprint) ?? [],
    }
  })
  return { total, problems }
}

/** Lists the fingerprints of all matching problems, except the ones in `except`. */
export async function listMatching(
  { db, dialect }: ReportDatabase,
  filters: Filters,
  except: readonly string[],
  { now, release }: { now: number; release: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('problems')
    .select('fingerprint')
    .where((eb) => conditions(eb, dialect, filters, now, release))
    .execute()
  const excluded = new Set(except)
  return rows.map(({ fingerprint }) => fingerprint).filter((fingerprint) => !excluded.has(fingerprint))
}

/** Lists the values of each facet, the most frequent first. Scans all problems. */
export async function listFacets({ db }: ReportDatabase): Promise<Record<Facet, string[]>> {
  const listValues = async (name: Facet) => {
    const all =
      name === 'kind'
        ? db.selectFrom('problems').select('kind as value')
        : db.selectFrom('tallies').select('value').where('name', '=', name).where(NO_TAB)
    const rows = await db
      .selectFrom(all.as('listed'))
      .select('value')
      .groupBy('value')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .limit(LIST.offered)
      .execute()
    return [name, rows.map(({ value }) => value)] as const
  }
  return Object.fromEntries(await Promise.all(FACETS.map(listValues))) as Record<Facet, string[]>
}

const CHUNK = 500

function chunks(fingerprints: readonly string[]): string[][] {
  const count = Math.ceil(fingerprints.length / CHUNK)
  return Array.from({ length: count }, (_, index) => fingerprints.slice(index * CHUNK, (index + 1) * CHUNK))
}

/**
 * Sets the state of problems. Their news is cleared, because the operator has seen them. `now` is milliseconds since
 * 1970.
 */
export async function updateProblemState(
  { db }: ReportDatabase,
  fingerprints: readonly string[],
  state: ProblemState,
  now: number,
): Promise<void> {
  for (const some of chunks(fingerprints)) {
    await db
      .updateTable('problems')
      .set({ state, state_at: now, news: null })
      .where('fingerprint', 'in', some)
      .where('state', '<>', state)
      .execute()
  }
}

/** Deletes problems with their reports, including undelivered ones. Works in chunks. */
export async function deleteProblems({ db }: ReportDatabase, fingerprints: readonly string[]): Promise<void> {
  for (const problems of chunks(fingerprints)) {
    for (;;) {
      const some = db.selectFrom('reports').select('envelope').where('fingerprint', 'in', problems).limit(CHUNK)
      const deleted = await db.deleteFrom('envelopes').where('id', 'in', some).returning('id').execute()
      if (deleted.length === 0) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    await db.deleteFrom('problems').where('fingerprint', 'in', problems).execute()
  }
}
