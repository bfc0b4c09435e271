/** Keeps the store within its limit while reports arrive. */
export type RetentionLoop = {
  /** Runs retention. A call during a run waits for that run. */
  run: () => Promise<void>
  /**
   * Must be called after each commit. Starts a run when the store is close to its limit; beyond the limit resolves only
   * after the run, which slows new reports down.
   */
  afterCommit: () => Promise<void>
  /** Resolves once no run is under way. */
  idle: () => Promise<void>
}

/**
 * Creates the loop. Calls `onError` when a run or measurement fails, and never rejects: the commit has succeeded.
 *
 * @param tasks `measure` returns the used bytes, `retain` deletes
 * @param limits `bytes` for the whole store; `high` and `step` are shares of it: above the first a run starts as soon
 *   as the store has grown by the second since the last; `measureMs` between measurements
 * @param now milliseconds
 * @param onError is called with errors of both tasks
 */
export function createRetentionLoop(
  { measure, retain }: { measure: () => Promise<number>; retain: () => Promise<unknown> },
  limits: { bytes: number; high: number; step: number; measureMs: number },
  now: () => number,
  onError: (error: unknown) => void,
): RetentionLoop {
  let running: Promise<void> | undefined
  let measuredAt = -Infinity
  let retainedBytes = 0

  const runOnce = async (): Promise<void> => {
    try {
      await retain()
      retainedBytes = await measure()
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
      // Absolute, for a clock that was set back.
      if (Math.abs(now() - measuredAt) < limits.measureMs) return
      measuredAt = now()
      const bytes = await measure().catch((error: unknown) => void onError(error))
      if (
        bytes === undefined ||
        bytes <= Math.max(limits.high * limits.bytes, retainedBytes + limits.step * limits.bytes)
      )
        return
      const pending = run()
      if (bytes > limits.bytes) await pending
    },
  }
}
