/** Runs `work` now, and again `ms` after each end, or after as many milliseconds as it returns if they are fewer. */
export function repeat(work: () => Promise<number | void>, ms: number, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isWoken = false
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    isWoken = false
    const wait = Math.min(ms, (await work().catch(onError)) ?? ms)
    running = undefined
    if (isStopped) return
    if (isWoken || wait <= 0) wake()
    else timer = setTimeout(wake, wait).unref()
  }
  const wake = (): void => {
    isWoken = true
    clearTimeout(timer)
    if (!isStopped) running ??= run()
  }
  wake()
  return {
    /** Runs the work now, or once more after the current run. */
    wake,
    /** Ends the repetition; resolves after the current run. */
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/**
 * Returns the result of `work`, or `undefined` after `ms`. In that case the work continues, and its failure is ignored.
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
