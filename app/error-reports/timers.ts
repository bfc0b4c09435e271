/** Runs `work` now and `ms` after each end. The returned function stops it, and resolves after a run under way. */
export function repeat(
  work: () => Promise<unknown>,
  ms: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = async (): Promise<void> => {
    await work().catch(onError)
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, ms).unref()
  }
  let running = run()
  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}

/** Returns the result of `work`, or `undefined` after `ms`. The work goes on, and its failure is ignored then. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms).unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
