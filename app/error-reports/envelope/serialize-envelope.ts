import type { Item } from '#app/error-reports/envelope/parse-envelope.ts'

const NEWLINE = Buffer.from('\n')

/**
 * The items as they came, byte for byte, each on a line after the other. An item without a length keeps none: its
 * payload ends at the newline as before.
 */
export function joinItems(items: readonly Item[]): Buffer {
  return Buffer.concat(
    items.flatMap(({ headerBytes, payload }, index) =>
      index === 0 ? [headerBytes, NEWLINE, payload] : [NEWLINE, headerBytes, NEWLINE, payload],
    ),
  )
}

/** The keys of an envelope header that are kept. A client may not set those that a Relay adds, such as `remote_addr`. */
export type StoredHeader = { event_id?: string; sdk?: unknown; sent_at?: string; trace?: unknown }

/** What a client's envelope header says, without what it may not say and without the DSN, which is the server's. */
export function sanitizeHeader(header: Readonly<Record<string, unknown>>, eventId: string | undefined): StoredHeader {
  const { sdk, sent_at: sentAt, trace } = header
  return {
    ...(eventId !== undefined && { event_id: eventId }),
    ...(isObject(sdk) && { sdk }),
    ...(typeof sentAt === 'string' && Number.isFinite(Date.parse(sentAt)) && { sent_at: sentAt }),
    ...(isObject(trace) && { trace }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The header's line for the ingest. `sent_at` moves by the time the envelope lay here, so that the ingest sees how far
 * the visitor's clock is off and not how late the envelope is; a clock that was set back counts as no time.
 *
 * @param receivedAt milliseconds since 1970, as `now`
 */
export function deliveryHeader(stored: StoredHeader, dsn: string, receivedAt: number, now: number): string {
  const { sent_at: sentAt } = stored
  const late = Math.max(0, now - receivedAt)
  const moved = sentAt === undefined ? NaN : Date.parse(sentAt) + late
  // Outside of what a Date can be, it stays as it came.
  const shifted = Math.abs(moved) <= 8.64e15 ? { sent_at: new Date(moved).toISOString() } : {}
  return JSON.stringify({ ...stored, ...shifted, dsn })
}
