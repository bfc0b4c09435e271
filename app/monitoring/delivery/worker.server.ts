import { backoffMs } from '#app/monitoring/delivery/backoff.ts'
import { type Answer, type Verdict, judge } from '#app/monitoring/delivery/judge.ts'
import { limitedUntil } from '#app/monitoring/delivery/rate-limits.ts'
import { DELIVERY } from '#app/monitoring/limits.ts'
import { createBatcher } from '#app/monitoring/store/batch.ts'
import { readUpstream, type UpstreamState, writeLimits, writePause } from '#app/monitoring/store/limits.server.ts'
import type { Store } from '#app/monitoring/store/open.server.ts'
import {
  claimDue,
  type Claimed,
  nextDue,
  releaseStranded,
  settle,
  type Settlement,
} from '#app/monitoring/store/queue.server.ts'

/** What the worker is given: clocks, chance and the way out are arguments, so that tests have their own. */
export type WorkerOptions = {
  store: Store
  /** Names this process among those on the store. */
  owner: string
  /** Sends one envelope; never rejects. */
  send: (claimed: Claimed, now: number) => Promise<Answer>
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  onSettled?: (claimed: Claimed, verdict: Verdict) => void
}

/**
 * What one pass over the queue came to. `wakeAt`: when there may be something to do, in milliseconds since 1970.
 * `blocked`: nothing can be sent before that, whatever comes.
 */
export type Pass = { sent: number; blocked: boolean; wakeAt: number | undefined }

/** Sends what is due, oldest first, and writes down what became of it. */
export type Worker = {
  /** One pass: claims a portion and sends it, unless the ingest is known to be down. */
  pass: () => Promise<Pass>
}

/** @throws never by itself; a pass rejects when the store is away */
export function createWorker(options: WorkerOptions): Worker {
  const { store, owner, send, now, random, onSettled } = options
  let { limits, pausedUntil, failures }: UpstreamState = { limits: {}, pausedUntil: 0, failures: 0 }
  let lastPass = -Infinity

  const settling = createBatcher<Settlement>((settlements) => settle(store, owner, settlements), DELIVERY.settled)
  const faults: unknown[] = []
  /** Has it written down with others; the pass ends when it is. */
  const put = (settlement: Settlement): void => {
    settling.add(settlement).catch((error: unknown) => faults.push(error))
  }

  const apply = async (claimed: Claimed, answer: Answer): Promise<void> => {
    const attempts = claimed.attempts + 1
    const at = now()
    const judgement = judge(answer, { ...claimed, attempts }, at, random())
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
    async pass() {
      const at = now()
      // The clock was set back: what was to wait a little would lie until the clock is there again.
      if (at < lastPass) {
        await releaseStranded(store, at)
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
