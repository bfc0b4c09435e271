import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'

type Envelope = Pick<EnvelopeRecord, 'categories' | 'receivedAt' | 'header' | 'userAgent' | 'origin'> & {
  body: Uint8Array
}

/** An envelope that this process has claimed. `accepted`: the categories that the ingest has already. */
export type Claimed = Envelope & { envelope: number; accepted: readonly string[]; attempts: number }

/** The outcome of an attempt to deliver. Times are milliseconds since 1970. */
export type DeliveryOutcome = {
  envelope: number
  state: 'waiting' | 'aside' | 'done'
  /** The time of the next attempt; in another state than `waiting`, the time of the last one. */
  nextAt: number
  attempts: number
  accepted: readonly string[]
  /** `null` if there was no attempt and the envelope was only rescheduled. */
  response: { at: number; status: number | null; reason: string | null } | null
}

/** The category of the pause that the worker itself makes after failures. */
export const PAUSE = 'unreachable'

/**
 * The end of a rate limit of the ingest, in milliseconds since 1970. `*` stands for every category, `PAUSE` for the
 * worker's pause. `failures` is the number of consecutive failures before a pause.
 */
export type Limit = { category: string; until: number; reason: string; failures: number }

/** The envelopes that wait for the ingest. Each method rejects while the store is unavailable. */
export type DeliveryQueue = {
  /**
   * Claims the oldest envelopes that are due, at most `limit`; no other process gets them until the lease ends. When a
   * process dies, its envelopes are due again after their lease. `now` is milliseconds since 1970.
   */
  claim: (options: { now: number; leaseMs: number; limit: number }) => Promise<Claimed[]>
  /** Writes the outcome of an attempt. Skips an envelope whose lease has ended. */
  complete: (outcome: DeliveryOutcome) => Promise<void>
  /** Returns the time at which the next envelope is due; `undefined` when none waits. */
  nextDue: () => Promise<number | undefined>
  /** Makes every waiting envelope due and ends all limits, for a clock that was set back. */
  resetSchedule: (now: number) => Promise<void>
  readLimits: () => Promise<readonly Limit[]>
  /** Sets limits. Each replaces the limit of the same category. */
  writeLimits: (limits: readonly Limit[]) => Promise<void>
}

/**
 * The limits of the queue in memory. A full queue accepts no more, and the browser keeps the reports that it cannot
 * send.
 */
export const MEMORY_QUEUE = { envelopes: 1_000, bytes: 16_777_216 } as const

/** Creates a queue in the memory of this process. `add` returns false when it is full. */
export function createMemoryQueue(): DeliveryQueue & { add: (record: EnvelopeRecord) => boolean } {
  const waiting = new Map<number, Claimed & { nextAt: number }>()
  const limits = new Map<string, Limit>()
  let lastId = 0
  let bytes = 0
  return {
    add({ categories, receivedAt, header, body, userAgent, origin }) {
      if (waiting.size >= MEMORY_QUEUE.envelopes || bytes + body.length > MEMORY_QUEUE.bytes) return false
      bytes += body.length
      const envelope = ++lastId
      const delivery = { accepted: [], attempts: 0, nextAt: receivedAt }
      waiting.set(envelope, { envelope, categories, receivedAt, header, body, userAgent, origin, ...delivery })
      return true
    },
    async claim({ now, leaseMs, limit }) {
      const due = [...waiting.values()].filter(({ nextAt }) => nextAt <= now).slice(0, limit)
      for (const entry of due) entry.nextAt = now + leaseMs
      return due
    },
    async complete({ envelope, state, nextAt, attempts, accepted }) {
      const entry = waiting.get(envelope)
      if (!entry) return
      if (state === 'waiting') return void Object.assign(entry, { nextAt, attempts, accepted })
      waiting.delete(envelope)
      bytes -= entry.body.length
    },
    nextDue: async () => (waiting.size === 0 ? undefined : Math.min(...[...waiting.values()].map((one) => one.nextAt))),
    async resetSchedule(now) {
      for (const entry of waiting.values()) entry.nextAt = Math.min(entry.nextAt, now)
      limits.clear()
    },
    readLimits: async () => [...limits.values()],
    writeLimits: async (changed) => changed.forEach((limit) => limits.set(limit.category, limit)),
  }
}
