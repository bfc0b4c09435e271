import type { Database } from '#fairlead/database/connect.server.ts'
import { type Generated, type GeneratedAlways, sql } from 'kysely'
import type { Limit } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import type { EventSummary } from '#fairlead/error-reports/envelope/event-summary.ts'
import type { EnvelopeKind, EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import type { Metric } from '#fairlead/error-reports/envelope/measurements.ts'
import type { NavigationType } from '#fairlead/error-reports/envelope/visits.ts'
import { COUNTED_FACETS } from '#fairlead/error-reports/store/problem-filters.ts'

/** The values by which the reports of a problem are counted, so that the desk need not read all of them. */
export const TALLIES = ['day', 'tab', ...COUNTED_FACETS] as const

/** The number of a problem's reports with one value. `day` is days since 1970, UTC. */
export type Tally = { fingerprint: string; name: (typeof TALLIES)[number]; value: string; count: number }

const DAY_MS = 86_400_000

/** Returns the day of a time in milliseconds, in days since 1970, UTC. */
export function dayOf(at: number): string {
  return String(Math.floor(at / DAY_MS))
}

/** Counts equal rows, sorted by key: all processes lock rows in the same order, so that they cannot deadlock. */
export function countEqual<Row extends object>(rows: readonly Row[]): (Row & { count: number })[] {
  const groups = Map.groupBy(rows, (row) => Object.values(row).join('\0'))
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ ...(group[0] as Row), count: group.length }))
}

/**
 * The tables of the store. Times are milliseconds since 1970. Every untrusted text is truncated, so that no index entry
 * is too large.
 */
export type ReportTables = {
  /** Envelopes are never updated. Deleting one deletes its deliveries, reports and feedback. */
  envelopes: {
    /** Ids are in the order of acceptance. */
    id: Generated<number>
    /** Identifies duplicates: the type and id of the event, or a hash of the items. */
    key: string
    kind: EnvelopeKind
    /** 32 hexadecimal digits. */
    event_id: string | null
    trace_id: string | null
    received_at: number
    /** The stored keys of the envelope's header, as JSON. */
    header: string
    body: Uint8Array
    /** Bytes of header and body, and the overhead of their rows. */
    size: number
    user_agent: string | null
    origin: string | null
  }
  deliveries: {
    envelope: number
    /**
     * `waiting`: to be sent from `next_at` on. `aside`: a dead letter, which was refused with `reason`. `done`:
     * delivered.
     */
    state: 'waiting' | 'aside' | 'done'
    /** Categories of its items, separated by spaces. */
    categories: string
    /** The categories that the ingest has accepted while it refused others. */
    taken: Generated<string>
    attempts: Generated<number>
    /** The time of the next attempt; while claimed, the end of the lease. */
    next_at: number
    claimed_by: string | null
    answered_at: number | null
    /** The ingest's last status; `null` if there was no response. */
    status: number | null
    reason: string | null
  }
  /** Errors, messages and feedback. Their JSON is in the envelope. */
  reports: Omit<EventSummary, 'traceId'> & {
    /** The event's id, 32 hexadecimal digits. */
    id: string
    envelope: number
    received_at: number
    trace_id: string | null
  }
  problems: {
    fingerprint: string
    side: 'browser' | 'server'
    kind: string
    message: string
    route: string | null
    state: 'open' | 'resolved' | 'ignored'
    /** The time of the last change of `state`. A new report opens a resolved problem. */
    state_at: number
    /** All reports, also the ones that retention has deleted. */
    count: number
    first_at: number
    last_at: number
    /** The reason for a message of the webhook: the problem is new, or was resolved and came back. */
    news: Generated<'new' | 'back' | null>
    first_release: string | null
    last_release: string | null
    /**
     * The problem's message, kind, route and fingerprint, with ASCII letters in lower case. The database computes it.
     */
    searched: GeneratedAlways<string>
  }
  /** The numbers of a problem's reports by day, tab, route, release and browser. Deleted with the problem. */
  tallies: Tally
  /** Lower-case search terms. Deleted with the problem. */
  words: { fingerprint: string; word: string }
  /** The numbers of measurements by day, route, way to the page and bucket (see vitals.server.ts). */
  vitals_by_type: {
    /** Days since 1970, UTC. */
    day: number
    metric: Metric
    route: string
    navigation_type: NavigationType
    /** The state of a soft navigation's prefetch entry; empty for the other types. */
    found: string
    /** The things that a soft navigation waited for, separated by spaces; `unknown` for an earlier release. */
    waited: string
    bucket: number
    count: number
  }
  feedback: EnvelopeRecord['feedback'][number] & { envelope: number | null; received_at: number }
  /** Counts by day of dropped items, deleted envelopes and the browsers' discards. */
  counters: {
    /** Days since 1970, UTC. */
    day: number
    name: string
    label: string
    count: number
  }
  limits: Limit
  /** The processes on one PostgreSQL share the buckets. */
  buckets: {
    client: string
    tokens: number
    at: number
  }
}

export type ReportDatabase = Database<ReportTables>

/** The beginning of a message, for lists. A report's page has the whole text. */
export const SHORT_MESSAGE = sql<string>`substr(message, 1, 200)`
