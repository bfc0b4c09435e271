/** Runs `work` now and `ms` after each end. The returned function stops it, and resolves after a run under way. */
export function repeat(work: () => Promise<void>, ms: number, onError: (error: unknown) => void): () => Promise<void> {
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
