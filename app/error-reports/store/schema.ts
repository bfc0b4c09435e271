import type { Generated } from 'kysely'
import type { FacetCount } from '#app/error-reports/store/facet-counts.ts'
import type { Metric } from '#app/error-reports/store/vitals-histogram.ts'

/**
 * The tables, the same on SQLite and PostgreSQL. Times are milliseconds since 1970. Every text that came from outside
 * is cut to a length, so that no index entry can grow too large.
 */
export type ReportTables = {
  envelopes: EnvelopesTable
  deliveries: DeliveriesTable
  reports: ReportsTable
  problems: ProblemsTable
  tallies: TalliesTable
  words: WordsTable
  vitals: VitalsTable
  feedback: FeedbackTable
  counters: CountersTable
  limits: LimitsTable
  buckets: BucketsTable
}

/** What an envelope holds, in the order in which retention gives it up: the first kinds go first. */
export const EVICTION_ORDER = ['session', 'other', 'span', 'transaction', 'feedback', 'error'] as const

export type EnvelopeKind = (typeof EVICTION_ORDER)[number]

/** Every accepted envelope, never changed once written. Deleting one deletes what was made of it. */
type EnvelopesTable = {
  /** In the order of acceptance. */
  id: Generated<number>
  /** What makes it the same envelope when a browser sends it twice: its event's id and type, or a hash of its items. */
  key: string
  kind: EnvelopeKind
  /** 32 hexadecimal digits. */
  event_id: string | null
  trace_id: string | null
  received_at: number
  /** JSON: the keys of the envelope header that are kept. */
  header: string
  /** The kept items, byte for byte. */
  body: Uint8Array
  /** Bytes of header and body, and what their rows cost. */
  size: number
  user_agent: string | null
  origin: string | null
}

/** The way of an envelope to the ingest. There is a row only when an ingest is configured. */
type DeliveriesTable = {
  envelope: number
  /** `waiting`: to be sent from `next_at` on. `aside`: refused for good, `reason` says why. `done`: the ingest has it. */
  state: 'waiting' | 'aside' | 'done'
  /** Categories of its items, separated by spaces. */
  categories: string
  /** Those of them that the ingest took already while it refused others. */
  taken: Generated<string>
  attempts: Generated<number>
  /** While claimed: when the lease ends. */
  next_at: number
  /** The process that is sending it. */
  claimed_by: string | null
  answered_at: number | null
  /** The ingest's last status; `null` when there was no answer. */
  status: number | null
  reason: string | null
}

/** One row for an event: an error, a message or feedback. Its JSON is in the envelope. */
type ReportsTable = {
  /** The event's id, 32 hexadecimal digits. */
  id: string
  envelope: number
  received_at: number
  /** When it happened, by the clock of where it happened. */
  at: number
  side: 'browser' | 'server'
  kind: string
  level: string
  message: string
  fingerprint: string
  digest: string | null
  route: string | null
  release: string | null
  environment: string | null
  trace_id: string | null
  browser: string | null
  locale: string | null
  tab: string | null
}

/** Reports with the same fingerprint. */
type ProblemsTable = {
  fingerprint: string
  side: 'browser' | 'server'
  kind: string
  message: string
  route: string | null
  state: 'open' | 'resolved' | 'ignored'
  /** When `state` changed last; a resolved problem that comes back is opened. */
  state_at: number
  /** Reports ever, also those that retention dropped. */
  count: number
  first_at: number
  last_at: number
  first_release: string | null
  last_release: string | null
}

/** How many reports of a problem there are by day, tab, route, release and browser. Goes with its problem. */
type TalliesTable = FacetCount

/** What the reports of a problem are searched by, in small letters. Goes with its problem. */
type WordsTable = { fingerprint: string; word: string }

/** How many measurements fell into a bucket (see vitals.ts), by day and route. */
type VitalsTable = {
  /** Days since 1970, UTC. */
  day: number
  metric: Metric
  route: string
  /** What a navigation found in the prefetch cache; empty for the others. */
  found: string
  bucket: number
  count: number
}

/** What visitors told us, beside the report it belongs to. */
type FeedbackTable = {
  id: string
  envelope: number | null
  report: string | null
  digest: string | null
  message: string
  received_at: number
}

/** Counts by day, for what is no row any more: dropped items, dropped envelopes, what browsers gave up. */
type CountersTable = {
  /** Days since 1970, UTC. */
  day: number
  name: string
  label: string
  count: number
}

/** Until when the ingest wants nothing of a category; `*` is everything, `unreachable` the worker's own pause. */
type LimitsTable = {
  category: string
  until: number
  reason: string
  /** Failures in a row that led to a pause. */
  failures: number
}

/** Token buckets of clients, shared by the processes on one PostgreSQL. */
type BucketsTable = {
  client: string
  tokens: number
  at: number
}
