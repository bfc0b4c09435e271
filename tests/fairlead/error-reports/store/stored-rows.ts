/** Rows by table, in the order in which they are inserted. An envelope's id is its place, from 1. */
export type StoredRows = Readonly<Record<string, readonly Readonly<Record<string, string | number | Buffer | null>>[]>>

export const DAY = 86_400_000

/** Noon of the day 20 000 days after 1970. */
export const NOON = 20_000 * DAY + DAY / 2

const FINGERPRINT = '4f9c'
const FEEDBACK = 'd'.repeat(32)

type Item = [header: object, payload: object]

const itemOf = (event: object): Item => [{ type: 'event' }, event]
const KELP: Item = [{ type: 'user_report' }, { comments: 'kelp' }]

/** An envelope's items, as they are stored: a header with a length, and one without. */
function items(...list: Item[]): Buffer {
  const lines = list.flatMap(([header, payload], index) => {
    const json = JSON.stringify(payload)
    const length = index === 0 ? { length: Buffer.byteLength(json) } : {}
    return [JSON.stringify({ ...header, ...length }), json]
  })
  return Buffer.from(lines.join('\n'))
}

export const EVENT = {
  event_id: 'b'.repeat(32),
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'the anchor dragged 錨',
        stacktrace: { frames: [{ function: 'readTideTable', filename: '/_build/harbour.js' }] },
      },
    ],
  },
  breadcrumbs: [{ category: 'ui.click', data: { to: '/lab/moorings' } }],
  tags: { tab: 'tab-2' },
}

const older = { ...EVENT, event_id: 'a'.repeat(32), exception: { values: [{ type: 'TypeError', value: 'flotsam' }] } }

const envelope = {
  kind: 'error',
  event_id: null,
  trace_id: null,
  received_at: NOON,
  header: '{}',
  size: 500,
  user_agent: 'Mozilla/5.0 Firefox/132.0',
  origin: 'http://localhost:3000',
}

const problem = { side: 'browser', kind: 'TypeError', fingerprint: FINGERPRINT, route: '/lab' }

const report = { ...problem, level: 'error', environment: 'production', trace_id: 'c'.repeat(32), locale: 'de' }

const first: StoredRows = {
  envelopes: [
    { ...envelope, key: 'event-a', event_id: older.event_id, received_at: NOON - DAY, body: items(itemOf(older)) },
    { ...envelope, key: 'event-b', event_id: EVENT.event_id, body: items(KELP, itemOf(EVENT)) },
    { ...envelope, key: 'spans', kind: 'span', trace_id: report.trace_id, body: items() },
  ],
  deliveries: [
    { envelope: 2, state: 'waiting', categories: 'error', attempts: 3, next_at: NOON, status: 503, reason: null },
  ],
  problems: [
    {
      ...problem,
      message: 'the anchor dragged 錨',
      state: 'ignored',
      state_at: NOON,
      // More than its reports: retention has dropped the others.
      count: 7,
      first_at: NOON - 9 * DAY,
      last_at: NOON,
      first_release: 'one',
      last_release: 'two',
    },
  ],
  reports: [
    {
      ...report,
      id: older.event_id,
      envelope: 1,
      received_at: NOON - DAY,
      at: NOON - DAY,
      message: 'flotsam',
      digest: null,
      release: 'one',
      browser: null,
      tab: 'tab-1',
    },
    {
      ...report,
      id: EVENT.event_id,
      envelope: 2,
      received_at: NOON,
      at: NOON,
      message: 'the anchor dragged 錨',
      digest: 'K7QX2M9RTB',
      release: 'two',
      browser: 'Firefox 132',
      tab: 'tab-2',
    },
  ],
  feedback: [
    { id: FEEDBACK, envelope: 2, report: EVENT.event_id, digest: 'K7QX2M9RTB', message: 'kelp', received_at: NOON },
  ],
  counters: [{ day: 20_000, name: 'dropped', label: 'rate-limit', count: 4 }],
  limits: [{ category: 'error', until: NOON, reason: '429', failures: 2 }],
  buckets: [{ client: '192.0.2.1', tokens: 1.5, at: NOON }],
}

/** Counts of the reports above. */
const tallies = [
  { name: 'browser', value: 'Firefox 132', count: 1 },
  { name: 'day', value: '19999', count: 1 },
  { name: 'day', value: '20000', count: 1 },
  { name: 'release', value: 'one', count: 1 },
  { name: 'release', value: 'two', count: 1 },
  { name: 'route', value: '/lab', count: 2 },
  { name: 'tab', value: 'tab-1', count: 1 },
  { name: 'tab', value: 'tab-2', count: 1 },
].map((tally) => ({ fingerprint: FINGERPRINT, ...tally }))

const second: StoredRows = {
  ...first,
  tallies,
  vitals: [{ day: 20_000, metric: 'lcp', route: '/lab', found: '', bucket: 12, count: 5 }],
}

/** Facts of the latest report above. */
const words = (
  'typeerror error the anchor dragged 錨 readtidetable tidetable table ' +
  '_build build harbour js ui click lab moorings tab 2'
)
  .split(' ')
  .map((word) => ({ fingerprint: FINGERPRINT, word }))

const third: StoredRows = { ...second, words }

const fourth: StoredRows = {
  ...third,
  sessions: [{ id_hash: 'e'.repeat(64), subject: 'operator:4f9c', created_at: NOON, expires_at: NOON + DAY }],
}

/** Returns the rows with those of `vitals` in the table that replaces it. */
export function withVitalsByType({ vitals = [], ...others }: StoredRows): StoredRows {
  const moved = vitals.map((row) => ({ ...row, navigation_type: 'unknown', waited: '' }))
  return moved.length > 0 ? { ...others, vitals_by_type: moved } : others
}

const eighth: StoredRows = { ...withVitalsByType(fourth), vitals: [] }

/**
 * The rows that a database of each version holds, from version 1: all its tables, as the application wrote them then.
 */
export const STORED_ROWS: readonly StoredRows[] = [first, second, third, fourth, fourth, fourth, fourth, eighth]

/** The rows that migrations have to derive for versions without these tables. */
export const DERIVED_ROWS: StoredRows = { tallies, words }
