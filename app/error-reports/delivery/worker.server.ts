import { setTimeout as sleep } from 'node:timers/promises'
import {
  BACKOFF,
  backoffMs,
  type UpstreamResponse,
  type Outcome,
  classifyResponse,
  limitedUntil,
} from '#app/error-reports/delivery/classify-response.ts'
import type {
  Claimed,
  DeliveryOutcome,
  DeliveryQueue,
  UpstreamState,
} from '#app/error-reports/delivery/delivery-queue.ts'
import { sendEnvelope } from '#app/error-reports/delivery/send-envelope.server.ts'
import type { Dsn } from '#app/error-reports/envelope/dsn.ts'
import { log } from '#app/server/log.server.ts'

/** Limits of the delivery to the ingest. */
export const DELIVERY = {
  concurrency: 4,
  /** Envelopes that are claimed at once. */
  claimLimit: 16,
  requestMs: 30_000,
  /** Longer than a request can take: after that, the claiming process is taken for dead. */
  leaseMs: 45_000,
  /** Between checks for envelopes that other processes left. */
  pollMs: 5_000,
  /** Maximum wait for requests under way when the process ends. */
  drainMs: 5_000,
} as const

/** The worker's dependencies; clock, randomness and network are arguments for the sake of tests. */
export type WorkerOptions = {
  queue: DeliveryQueue
  /** Sends one envelope; never rejects. */
  send: (claimed: Claimed, now: number) => Promise<UpstreamResponse>
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  /** Is called with the outcome of each envelope that was sent. */
  onOutcome?: (claimed: Claimed, outcome: Outcome) => void
}

/**
 * The result of one run. `wakeAt`: the time of the next run, in milliseconds since 1970. `blocked`: nothing can be sent
 * before that, not even a new envelope.
 */
export type RunResult = { sent: number; blocked: boolean; wakeAt: number | undefined }

/** Sends envelopes that are due, oldest first, and stores the outcomes. */
export type Worker = {
  /** Claims a batch and sends it, unless the ingest is known to be down. Rejects when the queue is unavailable. */
  runOnce: () => Promise<RunResult>
}

/** Creates the worker that delivers a queue to the ingest. */
export function createWorker(options: WorkerOptions): Worker {
  const { queue, send, now, random, onOutcome } = options
  let { limits, pausedUntil, failures }: UpstreamState = { limits: {}, pausedUntil: 0, failures: 0 }
  let lastRunAt = -Infinity

  /** The outcomes that are being written; the run waits for all of them. */
  const writing: Promise<unknown>[] = []
  const write = (outcome: DeliveryOutcome): void => {
    writing.push(queue.complete(outcome).catch((error: unknown) => ({ error })))
  }

  const apply = async (claimed: Claimed, response: UpstreamResponse): Promise<void> => {
    const attempts = claimed.attempts + 1
    const at = now()
    const classified = classifyResponse(response, { ...claimed, attempts }, at, random())
    const { outcome } = classified
    limits = { ...limits, ...classified.limits }
    const { type } = outcome
    write({
      envelope: claimed.envelope,
      attempts,
      accepted: type === 'retry' ? outcome.accepted : claimed.accepted,
      state: type === 'retry' ? 'waiting' : type === 'dead' ? 'aside' : 'done',
      nextAt: type === 'retry' ? outcome.at : at,
      response: { at, status: outcome.status, reason: type === 'delivered' ? null : outcome.reason },
    })
    await queue.limit(classified.limits)
    if (type === 'retry' && outcome.failing) {
      failures++
      pausedUntil = at + backoffMs(failures, random(), BACKOFF)
      await queue.pause(failures, pausedUntil, outcome.reason)
    } else if (failures > 0) {
      failures = 0
      pausedUntil = 0
      await queue.pause(0, 0, '')
    }
    onOutcome?.(claimed, outcome)
  }

  const reschedule = ({ envelope, attempts, accepted }: Claimed, until: number): void =>
    write({ envelope, attempts, accepted, state: 'waiting', nextAt: until, response: null })

  const sendAll = async (claims: Claimed[], claimedAt: number): Promise<number> => {
    let sent = 0
    // A request that starts later may outlast the lease.
    const lastStart = claimedAt + DELIVERY.leaseMs - DELIVERY.requestMs
    const sender = async (): Promise<void> => {
      for (let claimed = claims.shift(); claimed; claimed = claims.shift()) {
        const open = claimed.categories.filter((category) => !claimed?.accepted.includes(category))
        const until = Math.max(limitedUntil(limits, open), failures > 0 ? pausedUntil : 0)
        const at = now()
        if (until > at || at > lastStart) {
          reschedule(claimed, Math.max(until, at))
          continue
        }
        sent++
        await apply(claimed, await send(claimed, at))
      }
    }
    // While the ingest fails, one envelope at a time is tried.
    const senders = failures > 0 ? 1 : DELIVERY.concurrency
    await Promise.all(Array.from({ length: senders }, sender))
    const failed = (await Promise.all(writing.splice(0))).find((result) => result !== undefined)
    if (failed !== undefined) throw new Error('outcomes cannot be stored', { cause: failed })
    return sent
  }

  return {
    async runOnce() {
      const at = now()
      // The clock was set back: scheduled envelopes would wait until it has caught up.
      if (at < lastRunAt) {
        await queue.resetSchedule(at)
        await queue.pause(0, 0, '')
      }
      lastRunAt = at
      ;({ limits, pausedUntil, failures } = await queue.readUpstream())
      const blocked = Math.max(limits['*'] ?? 0, failures > 0 ? pausedUntil : 0)
      if (blocked > at) return { sent: 0, blocked: true, wakeAt: blocked }

      const limit = failures > 0 ? 1 : DELIVERY.claimLimit
      const claimed = await queue.claim({ now: at, leaseMs: DELIVERY.leaseMs, limit })
      const sent = await sendAll(claimed, at)
      if (claimed.length === limit) return { sent, blocked: false, wakeAt: now() }
      return { sent, blocked: false, wakeAt: await queue.nextDue() }
    },
  }
}

/** A running delivery loop. */
export type DeliveryScheduler = {
  /** Runs the worker now, because there is a new envelope to send. */
  wake: () => void
  /** Ends the loop; resolves when the requests under way have ended. */
  stop: () => Promise<void>
}

/**
 * Runs the worker whenever an envelope is due, and at least every `DELIVERY.pollMs`, because another process may have
 * left one.
 *
 * @param now milliseconds since 1970
 * @param onError is called when the store cannot be read; the loop goes on
 */
export function startScheduler(
  worker: Worker,
  now: () => number,
  onError: (error: unknown) => void,
): DeliveryScheduler {
  const stopped = new AbortController()
  let woken = false
  let blocked = false
  let sleeping = new AbortController()

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      woken = false
      let wait: number = DELIVERY.pollMs
      try {
        const pass = await worker.runOnce()
        blocked = pass.blocked
        if (pass.wakeAt !== undefined) wait = Math.min(wait, Math.max(0, pass.wakeAt - now()))
      } catch (error) {
        onError(error)
      }
      if (stopped.signal.aborted || woken || wait === 0) continue
      sleeping = new AbortController()
      await sleep(wait, undefined, { signal: sleeping.signal }).catch(() => {})
    }
  }
  const running = run()

  return {
    wake() {
      if (blocked) return
      woken = true
      sleeping.abort()
    },
    stop() {
      stopped.abort()
      sleeping.abort()
      return running
    },
  }
}

/** A running delivery to the ingest. */
export type Delivery = DeliveryScheduler & {
  /** Ends the loop, and sends what can be sent at once. */
  drain: () => Promise<void>
}

/** Starts the delivery of a queue to the ingest of `dsn`. `onError` gets failures of the queue; the loop goes on. */
export function startDelivery(queue: DeliveryQueue, dsn: Dsn, onError: (error: unknown) => void): Delivery {
  const now = (): number => Date.now()
  const worker = createWorker({
    queue,
    send: (claimed, at) => sendEnvelope({ fetch }, dsn, claimed, at, DELIVERY.requestMs),
    now,
    random: Math.random,
    onOutcome: (claimed, outcome) => {
      if (outcome.type === 'dead') log.warn({ envelope: claimed.envelope, ...outcome }, 'the ingest refused a report')
    },
  })
  const scheduler = startScheduler(worker, now, onError)
  return {
    ...scheduler,
    async drain() {
      await scheduler.stop()
      for (;;) {
        const { blocked, wakeAt = Infinity } = await worker.runOnce()
        if (blocked || wakeAt > now()) break
      }
    },
  }
}
