type Waiting<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

/** Gathers what comes while a commit is under way, and commits it as one. */
export type Batcher<T> = {
  /** Resolves once `item` is committed; rejects when it cannot be. */
  add: (item: T) => Promise<void>
  /** Resolves once nothing is under way. */
  idle: () => Promise<void>
}

type BatchOptions = { most: number; gatherMs: number; isItemError?: (error: unknown) => boolean }

/**
 * Commits items in batches: one commit at a time, the next with all that came meanwhile. Where many come at once, a
 * commit waits a moment for as many as the last ones had; a lonely item waits for nobody. A batch that fails because of
 * an item is halved until that item stands alone, and it alone is rejected.
 *
 * @param commit makes all of `items` durable, or throws and none
 * @param options `most` items in one commit; `gatherMs` is how long a commit may wait for others; `isItemError` tells
 *   errors that an item causes from those that every item would meet. Without it a batch fails as a whole
 */
export function createBatcher<T>(
  commit: (items: readonly T[]) => Promise<unknown>,
  { most, gatherMs, isItemError = () => false }: BatchOptions,
): Batcher<T> {
  let queue: Waiting<T>[] = []
  let running: Promise<void> | undefined
  /** Items that a commit may expect: falls by half where fewer come. */
  let expected = 1
  let enough = (): void => {}

  const gather = async (): Promise<void> => {
    // Requests that are being read in this turn of the loop join in.
    await new Promise((resolve) => setImmediate(resolve))
    if (queue.length >= expected) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs)
      enough = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  const commitOrHalve = async (batch: readonly Waiting<T>[]): Promise<void> => {
    try {
      await commit(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length > 1 && isItemError(error)) {
        const half = Math.ceil(batch.length / 2)
        await commitOrHalve(batch.slice(0, half))
        await commitOrHalve(batch.slice(half))
      } else for (const { reject } of batch) reject(error)
    }
  }
  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      await gather()
      expected = Math.max(Math.min(queue.length, most), Math.floor(expected / 2))
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      await commitOrHalve(batch)
    }
    running = undefined
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (queue.length >= expected) enough()
        running ??= run()
      }),
    idle: async () => running,
  }
}
