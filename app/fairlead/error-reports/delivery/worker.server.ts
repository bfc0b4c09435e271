import {
  BACKOFF,
  backoffMs,
  type UpstreamResponse,
  classifyResponse,
  limitedUntil,
} from '#fairlead/error-reports/delivery/classify-response.ts'
import {
  type Claimed,
  type DeliveryOutcome,
  type DeliveryQueue,
  type Limit,
  PAUSE,
} from '#fairlead/error-reports/delivery/delivery-queue.ts'
import { sendEnvelope } from '#fairlead/error-reports/delivery/send-envelope.server.ts'
import type { Dsn } from '#fairlead/error-reports/envelope/dsn.ts'
import { repeat } from '#fairlead/error-reports/timers.ts'
import { log } from '#fairlead/platform/log.server.ts'

export const DELIVERY = {
  concurrency: 4,
  claimLimit: 16,
  requestMs: 30_000,
  /**
   * The lease is longer than a request can take: after it, the claiming process counts as dead. It is a column of each
   * envelope rather than a lock, because all processes deliver at once.
   */
  leaseMs: 45_000,
  /** Time between checks for envelopes that other processes left. */
  pollMs: 5_000,
  /** Maximum wait for requests under way when the process ends. */
  drainMs: 5_000,
} as const

/** The clock, randomness and the network are arguments, so that tests can replace them. */
export type WorkerOptions = {
  queue: DeliveryQueue
  /** Never rejects. */
  send: (claimed: Claimed, now: number) => Promise<UpstreamResponse>
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
}

/**
 * Sends the envelopes that are due, oldest first, unless the ingest is known to be down. Rejects when the queue is
 * unavailable. `wakeAt`: the time of the next run, in milliseconds since 1970. `blocked`: nothing can be sent before
 * that, not even a new envelope.
 */
export type Worker = () => Promise<{ blocked: boolean; wakeAt: number | undefined }>

export function createWorker({ queue, send, now, random }: WorkerOptions): Worker {
  let limits: Record<string, number> = {}
  let failures = 0
  let lastRunAt = -Infinity

  /** The outcomes that are being written; the run waits for all of them. */
  const writing: Promise<unknown>[] = []
  const write = (outcome: DeliveryOutcome): void => {
    writing.push(queue.complete(outcome).catch((error: unknown) => ({ error })))
  }

  const writeLimits = async (set: Readonly<Record<string, number>>, failing: boolean, reason: string | null) => {
    const before = failures
    failures = failing ? failures + 1 : 0
    const pausedUntil = failing ? now() + backoffMs(failures, random(), BACKOFF) : 0
    limits = { ...limits, ...set, [PAUSE]: pausedUntil }
    const changed = failing || before > 0 ? { ...set, [PAUSE]: pausedUntil } : set
    const rows = Object.entries(changed).map(([category, until]): Limit => {
      const own = category === PAUSE ? { failures, reason: reason ?? '' } : { failures: 0, reason: 'the ingest' }
      return { category, until, ...own }
    })
    await queue.writeLimits(rows)
  }

  const apply = async (claimed: Claimed, response: UpstreamResponse): Promise<void> => {
    const at = now()
    const outcome = classifyResponse(response, claimed, at, random())
    const { state, nextAt, accepted, status, reason, failing } = outcome
    const { envelope, attempts } = claimed
    write({ envelope, attempts: attempts + 1, accepted, state, nextAt, response: { at, status, reason } })
    await writeLimits(outcome.limits, failing, reason)
    if (state === 'aside') log.warn({ envelope, status, reason }, 'the ingest refused a report')
  }

  const sendAll = async (claims: Claimed[], claimedAt: number): Promise<void> => {
    // A request that starts later may outlast the lease.
    const lastStart = claimedAt + DELIVERY.leaseMs - DELIVERY.requestMs
    const sender = async (): Promise<void> => {
      for (let claimed = claims.shift(); claimed; claimed = claims.shift()) {
        const { envelope, attempts, accepted, categories } = claimed
        const open = categories.filter((category) => !accepted.includes(category))
        const until = limitedUntil(limits, [PAUSE, ...open])
        const at = now()
        if (until <= at && at <= lastStart) await apply(claimed, await send(claimed, at))
        else write({ envelope, attempts, accepted, state: 'waiting', nextAt: Math.max(until, at), response: null })
      }
    }
    // While the ingest fails, only one envelope at a time is sent.
    const senders = failures > 0 ? 1 : DELIVERY.concurrency
    await Promise.all(Array.from({ length: senders }, sender))
    const failed = (await Promise.all(writing.splice(0))).find((result) => result !== undefined)
    if (failed !== undefined) throw new Error('outcomes cannot be stored', { cause: failed })
  }

  return async () => {
    const at = now()
    // The clock was set back: scheduled envelopes would wait until it has caught up.
    if (at < lastRunAt) await queue.resetSchedule(at)
    lastRunAt = at
    const stored = await queue.readLimits()
    limits = Object.fromEntries(stored.map(({ category, until }) => [category, until]))
    failures = stored.find(({ category }) => category === PAUSE)?.failures ?? 0
    const blockedUntil = limitedUntil(limits, [PAUSE])
    if (blockedUntil > at) return { blocked: true, wakeAt: blockedUntil }

    const limit = failures > 0 ? 1 : DELIVERY.claimLimit
    const claimed = await queue.claim({ now: at, leaseMs: DELIVERY.leaseMs, limit })
    await sendAll(claimed, at)
    return { blocked: false, wakeAt: await queue.nextDue() }
  }
}

/**
 * Starts the delivery of a queue to the ingest of `dsn`: whenever an envelope is due, and at least every
 * `DELIVERY.pollMs`, because another process may have left one. `onError` gets failures of the queue; the loop
 * continues.
 */
export function startDelivery(queue: DeliveryQueue, dsn: Dsn, onError: (error: unknown) => void) {
  const now = (): number => Date.now()
  const send: WorkerOptions['send'] = (claimed, at) => sendEnvelope(dsn, claimed, at, DELIVERY.requestMs)
  const run = createWorker({ queue, send, now, random: Math.random })
  let isBlocked = false
  const runUntilDue = async (): Promise<number> => {
    const { blocked, wakeAt = Infinity } = await run()
    isBlocked = blocked
    return wakeAt - now()
  }
  const { wake, stop } = repeat(runUntilDue, DELIVERY.pollMs, onError)
  return {
    wake: (): void => {
      if (!isBlocked) wake()
    },
    /** Ends the loop; resolves when the requests under way have ended. */
    stop,
    /** Ends the loop after it has sent the envelopes that can be sent at once. */
    async drain(): Promise<void> {
      await stop()
      while ((await runUntilDue()) <= 0);
    },
  }
}
