/**
 * The envelopes in one commit, their total bytes unless a single one has more, and the milliseconds that a commit waits
 * for more. SQLite's write-ahead log grows by the bytes of a commit.
 */
export const ENVELOPE_BATCH = { maxItems: 64, maxSize: 4_194_304, waitMs: 2 } as const

type Waiting<T> = { item: T; resolve: () => void; reject: (error: unknown) => void }

type BatchOptions<T> = {
  maxItems: number
  maxSize?: number
  waitMs: number
  sizeOf?: (item: T) => number
  isItemError?: (error: unknown) => boolean
}

/**
 * Commits items in batches: one commit at a time, the next with all items that were added in the meantime. Under load a
 * commit waits briefly for as many items as the last ones had; a single item is committed immediately. A batch that
 * fails because of one item is halved until that item is alone, and only it is rejected.
 *
 * @param commit makes all of `items` durable, or throws and makes none durable
 * @param options `maxItems` in one commit, and their `maxSize` by `sizeOf`, except for a larger item alone; a commit
 *   waits `waitMs` at most for more items; `isItemError` returns true for an error that one item causes. Without it a
 *   batch fails as a whole
 */
export function createBatcher<T>(
  commit: (items: readonly T[]) => Promise<unknown>,
  { maxItems, maxSize = Infinity, waitMs, sizeOf = () => 0, isItemError = () => false }: BatchOptions<T>,
) {
  let queue: Waiting<T>[] = []
  let running: Promise<void> | undefined
  /** The size of the next batch to wait for; halves when fewer items are added. */
  let targetSize = 1
  let flushNow = (): void => {}

  const waitForMore = async (): Promise<void> => {
    // Requests that are read in this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve))
    if (queue.length >= targetSize) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      flushNow = () => {
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
      await waitForMore()
      targetSize = Math.max(Math.min(queue.length, maxItems), Math.floor(targetSize / 2))
      let size = 0
      const end = queue.findIndex(({ item }, index) => (size += sizeOf(item)) > maxSize && index > 0)
      const batch = queue.slice(0, Math.min(maxItems, end === -1 ? maxItems : end))
      queue = queue.slice(batch.length)
      await commitOrHalve(batch)
    }
    running = undefined
  }

  return {
    /** Resolves when `item` is committed; rejects if it cannot be. */
    add: (item: T) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (queue.length >= targetSize) flushNow()
        running ??= run()
      }),
    /** Resolves when no commit is running. */
    idle: async () => running,
  }
}
