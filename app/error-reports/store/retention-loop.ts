/** Keeps the store within its limit while reports come. */
export type RetentionLoop = {
  /** Deletes what is too old or too much. One run at a time: a call meanwhile waits for the one that is under way. */
  run: () => Promise<void>
  /**
   * To be called after each commit. Starts a run when the store has grown close to its limit, and when it is beyond it
   * resolves only after that: what comes faster than it can be deleted waits.
   */
  afterCommit: () => Promise<void>
  /** Resolves once no run is under way. */
  idle: () => Promise<void>
}

/**
 * Runs and measurements that fail are no reason to refuse a commit that is done: `onError` is told.
 *
 * @param measure gives the bytes in use
 * @param retain deletes
 * @param limits `bytes` for the whole store; `high` and `step` are shares of it: above the first a run starts as soon
 *   as the store has grown by the second since the last; `measureMs` between measurements
 * @param now milliseconds
 */
export function createRetentionLoop(
  { measure, retain }: { measure: () => Promise<number>; retain: () => Promise<void> },
  limits: { bytes: number; high: number; step: number; measureMs: number },
  now: () => number,
  onError: (error: unknown) => void,
): RetentionLoop {
  let running: Promise<void> | undefined
  let measuredAt = -Infinity
  let after = 0

  const runOnce = async (): Promise<void> => {
    try {
      await retain()
      after = await measure()
    } catch (error) {
      onError(error)
    } finally {
      running = undefined
    }
  }
  const run = (): Promise<void> => (running ??= runOnce())

  return {
    run,
    idle: async () => running,
    async afterCommit() {
      // A clock that was set back counts as one that went on.
      if (Math.abs(now() - measuredAt) < limits.measureMs) return
      measuredAt = now()
      const bytes = await measure().catch((error: unknown) => void onError(error))
      if (bytes === undefined || bytes <= Math.max(limits.high * limits.bytes, after + limits.step * limits.bytes))
        return
      const pending = run()
      if (bytes > limits.bytes) await pending
    },
  }
}
