import { expect, it, vi } from 'vitest'
import { createBatcher } from '#fairlead/error-reports/store/group-commit.ts'

/** A commit that takes as long as the test wants, and what it was given. */
function commits() {
  const batches: number[][] = []
  const ends: PromiseWithResolvers<void>[] = []
  const commit = (items: readonly number[]): Promise<void> => {
    batches.push([...items])
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  }
  return { batches, ends, commit }
}

it('a group commit writes together the items that arrive during another commit', async () => {
  const { batches, ends, commit } = commits()
  const batcher = createBatcher(commit, { maxItems: 10, waitMs: 1 })
  const first = batcher.add(0)
  await expect.poll(() => batches).toEqual([[0]])
  const others = [1, 2, 3].map((item) => batcher.add(item))
  ends[0]?.resolve()
  await first
  await expect.poll(() => batches).toEqual([[0], [1, 2, 3]])
  ends[1]?.resolve()
  await Promise.all(others)
  await batcher.idle()
})

/** Batches that are committed at once. */
function instantCommits() {
  const batches: number[][] = []
  return { batches, commit: async (items: readonly number[]) => void batches.push([...items]) }
}

it('a group commit waits for as many items as the last time, up to a limit', async () => {
  const { batches, commit } = instantCommits()
  const batcher = createBatcher(commit, { maxItems: 10, waitMs: 50 })
  await Promise.all([1, 2, 3, 4].map((item) => batcher.add(item)))
  const early = batcher.add(5)
  await new Promise((resolve) => setTimeout(resolve, 10))
  await Promise.all([early, batcher.add(6), batcher.add(7), batcher.add(8)])
  await batcher.add(9)
  expect(batches).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]])
})

it('a group commit writes at most so many bytes together, except for one item that has more', async () => {
  const { batches, commit } = instantCommits()
  const batcher = createBatcher(commit, { maxItems: 3, maxSize: 10, waitMs: 1, sizeOf: (item) => item })
  await Promise.all([4, 5, 6, 11, 1, 1, 1, 1].map((item) => batcher.add(item)))
  expect(batches).toEqual([[4, 5], [6], [11], [1, 1, 1], [1]])
})

it('a group commit that fails rejects all of its items, and continues', async () => {
  const commit = vi.fn(async () => {}).mockRejectedValueOnce(new Error('disk full'))
  const batcher = createBatcher(commit, { maxItems: 2, waitMs: 1 })
  const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

it('a group commit halves a batch that fails because of an item, until only that item fails', async () => {
  const tried: number[][] = []
  const commit = async (items: readonly number[]) => {
    tried.push([...items])
    if (items.includes(3)) throw new RangeError('too long')
  }
  const isItemError = (error: unknown) => error instanceof RangeError
  const batcher = createBatcher(commit, { maxItems: 4, waitMs: 1, isItemError })
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.add(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(tried).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [4]])
})
