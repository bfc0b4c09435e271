import { backoffMs } from '#app/monitoring/delivery/backoff.ts'
import { type Answer, type Verdict, judge } from '#app/monitoring/delivery/judge.ts'
import { limitedUntil } from '#app/monitoring/delivery/rate-limits.ts'
import { DELIVERY } from '#app/monitoring/limits.ts'
import { readUpstream, type UpstreamState, writeLimits, writePause } from '#app/monitoring/store/limits.server.ts'
import type { Store } from '#app/monitoring/store/open.server.ts'
import { claimDue, type Claimed, nextDue, releaseStranded, settle } from '#app/monitoring/store/queue.server.ts'

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
  onError?: (error: unknown) => void
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

  const apply = async (claimed: Claimed, answer: Answer): Promise<void> => {
    const attempts = claimed.attempts + 1
    const at = now()
    const judgement = judge(answer, { ...claimed, attempts }, at, random())
    const { verdict } = judgement
    limits = { ...limits, ...judgement.limits }
    const settled = { attempts, answeredAt: at, status: verdict.status }
    const { type } = verdict
    const { taken } = type === 'again' ? verdict : claimed
    await settle(store, owner, claimed.envelope, {
      ...settled,
      taken,
      state: type === 'again' ? 'waiting' : type === 'aside' ? 'aside' : 'done',
      nextAt: type === 'again' ? verdict.at : at,
      reason: type === 'delivered' ? null : verdict.reason,
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

  const putOff = (claimed: Claimed, until: number): Promise<void> =>
    settle(store, owner, claimed.envelope, {
      ...claimed,
      state: 'waiting',
      nextAt: until,
      answeredAt: null,
      status: null,
      reason: null,
    })

  const sendAll = async (queue: Claimed[]): Promise<number> => {
    let sent = 0
    const lane = async (): Promise<void> => {
      for (let claimed = queue.shift(); claimed; claimed = queue.shift()) {
        const open = claimed.categories.filter((category) => !claimed?.taken.includes(category))
        const until = Math.max(limitedUntil(limits, open), failures > 0 ? pausedUntil : 0)
        if (until > now()) {
          await putOff(claimed, until)
          continue
        }
        sent++
        await apply(claimed, await send(claimed, now()))
      }
    }
    // While the ingest fails one envelope at a time feels its way.
    const lanes = failures > 0 ? 1 : DELIVERY.concurrency
    await Promise.all(Array.from({ length: lanes }, lane))
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
      const sent = await sendAll(claimed)
      if (claimed.length === most) return { sent, blocked: false, wakeAt: now() }
      return { sent, blocked: false, wakeAt: await nextDue(store) }
    },
  }
}
