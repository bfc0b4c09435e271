type Waiting<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/** Gathers what comes while a commit is under way, and commits it as one. */
export type Batcher<T> = {
  /** Resolves once `item` is committed; rejects when its commit failed. */
  add: (item: T) => Promise<void>
  /** Resolves once nothing is under way. */
  idle: () => Promise<void>
}

/**
 * Commits items in batches: one commit at a time, the next as soon as the last is over and with all that came
 * meanwhile. Nobody waits for a clock, so a lonely item is not late.
 *
 * @param commit makes all of `items` durable, or throws and none
 * @param most items in one commit
 */
export function createBatcher<T>(commit: (items: readonly T[]) => Promise<unknown>, most: number): Batcher<T> {
  let queue: Waiting<T>[] = []
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      // Requests that are being read in this turn of the loop join in.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      try {
        await commit(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        running ??= run()
      }),
    idle: async () => running,
  }
}
