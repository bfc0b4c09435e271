import type { Worker } from '#app/error-reports/delivery/worker.server.ts'
import { DELIVERY } from '#app/error-reports/limits.ts'

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
  let endSleep: (() => void) | undefined

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })

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
      if (!stopped.signal.aborted && !woken && wait > 0) await sleep(wait)
    }
  }
  const running = run()

  return {
    wake() {
      if (blocked) return
      woken = true
      endSleep?.()
    },
    stop() {
      stopped.abort()
      endSleep?.()
      return running
    },
  }
}
