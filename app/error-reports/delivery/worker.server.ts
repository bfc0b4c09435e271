import { backoffMs } from '#app/error-reports/delivery/backoff.ts'
import { type UpstreamResponse, type Outcome, classifyResponse } from '#app/error-reports/delivery/classify-response.ts'
import { limitedUntil } from '#app/error-reports/delivery/rate-limits.ts'
import { DELIVERY } from '#app/error-reports/limits.ts'
import { createBatcher } from '#app/error-reports/store/group-commit.ts'
import {
  readUpstream,
  type UpstreamState,
  writeLimits,
  writePause,
} from '#app/error-reports/store/upstream-limits.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import {
  claimDue,
  type Claimed,
  nextDue,
  resetSchedule,
  completeDeliveries,
  type DeliveryOutcome,
} from '#app/error-reports/store/delivery-queue.server.ts'

/** What the worker is given: clocks, chance and the way out are arguments, so that tests have their own. */
export type WorkerOptions = {
  store: Store
  /** Names this process among those on the store. */
  owner: string
  /** Sends one envelope; never rejects. */
  send: (claimed: Claimed, now: number) => Promise<UpstreamResponse>
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  onSettled?: (claimed: Claimed, verdict: Outcome) => void
}

/**
 * What one pass over the queue came to. `wakeAt`: when there may be something to do, in milliseconds since 1970.
 * `blocked`: nothing can be sent before that, whatever comes.
 */
export type RunResult = { sent: number; blocked: boolean; wakeAt: number | undefined }

/** Sends what is due, oldest first, and writes down what became of it. */
export type Worker = {
  /** One pass: claims a portion and sends it, unless the ingest is known to be down. */
  runOnce: () => Promise<RunResult>
}

/** @throws never by itself; a pass rejects when the store is away */
export function createWorker(options: WorkerOptions): Worker {
  const { store, owner, send, now, random, onSettled } = options
  let { limits, pausedUntil, failures }: UpstreamState = { limits: {}, pausedUntil: 0, failures: 0 }
  let lastPass = -Infinity

  const settling = createBatcher<DeliveryOutcome>(
    (settlements) => completeDeliveries(store, owner, settlements),
    DELIVERY.settled,
  )
  const faults: unknown[] = []
  /** Has it written down with others; the pass ends when it is. */
  const put = (settlement: DeliveryOutcome): void => {
    settling.add(settlement).catch((error: unknown) => faults.push(error))
  }

  const apply = async (claimed: Claimed, answer: UpstreamResponse): Promise<void> => {
    const attempts = claimed.attempts + 1
    const at = now()
    const judgement = classifyResponse(answer, { ...claimed, attempts }, at, random())
    const { verdict } = judgement
    limits = { ...limits, ...judgement.limits }
    const { type } = verdict
    put({
      envelope: claimed.envelope,
      attempts,
      taken: type === 'again' ? verdict.taken : claimed.taken,
      state: type === 'again' ? 'waiting' : type === 'aside' ? 'aside' : 'done',
      nextAt: type === 'again' ? verdict.at : at,
      answered: { at, status: verdict.status, reason: type === 'delivered' ? null : verdict.reason },
    })
    await writeLimits(store, judgement.limits)
    if (type === 'again' && verdict.failing) {
      failures++
      pausedUntil = at + backoffMs(failures, random(), DELIVERY.backoffMs)
      await writePause(store, failures, pausedUntil, verdict.reason)
    } else if (failures > 0) {
      failures = 0
      pausedUntil = 0
      await writePause(store, 0, 0, '')
    }
    onSettled?.(claimed, verdict)
  }

  const putOff = ({ envelope, attempts, taken }: Claimed, until: number): void =>
    put({ envelope, attempts, taken, state: 'waiting', nextAt: until, answered: null })

  const sendAll = async (queue: Claimed[], claimedAt: number): Promise<number> => {
    let sent = 0
    // Whoever begins later may still be sending when the lease ends.
    const last = claimedAt + DELIVERY.leaseMs - DELIVERY.requestMs
    const lane = async (): Promise<void> => {
      for (let claimed = queue.shift(); claimed; claimed = queue.shift()) {
        const open = claimed.categories.filter((category) => !claimed?.taken.includes(category))
        const until = Math.max(limitedUntil(limits, open), failures > 0 ? pausedUntil : 0)
        const at = now()
        if (until > at || at > last) {
          putOff(claimed, Math.max(until, at))
          continue
        }
        sent++
        await apply(claimed, await send(claimed, at))
      }
    }
    // While the ingest fails one envelope at a time feels its way.
    const lanes = failures > 0 ? 1 : DELIVERY.concurrency
    await Promise.all(Array.from({ length: lanes }, lane))
    await settling.idle()
    const [fault] = faults.splice(0)
    if (fault !== undefined) throw new Error('outcomes cannot be written down', { cause: fault })
    return sent
  }

  return {
    async runOnce() {
      const at = now()
      // The clock was set back: what was to wait a little would lie until the clock is there again.
      if (at < lastPass) {
        await resetSchedule(store, at)
        await writePause(store, 0, 0, '')
      }
      lastPass = at
      ;({ limits, pausedUntil, failures } = await readUpstream(store))
      const blocked = Math.max(limits['*'] ?? 0, failures > 0 ? pausedUntil : 0)
      if (blocked > at) return { sent: 0, blocked: true, wakeAt: blocked }

      const most = failures > 0 ? 1 : DELIVERY.claimed
      const claimed = await claimDue(store, { owner, now: at, leaseMs: DELIVERY.leaseMs, most })
      const sent = await sendAll(claimed, at)
      if (claimed.length === most) return { sent, blocked: false, wakeAt: now() }
      return { sent, blocked: false, wakeAt: await nextDue(store) }
    },
  }
}
