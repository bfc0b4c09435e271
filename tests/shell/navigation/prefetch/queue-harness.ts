import {
  createPrefetchQueue,
  type PrefetchQueue,
  type Slot,
  type Trigger,
} from '#app/navigation/prefetch/prefetch-queue.ts'

/** Resolves when every microtask has run. */
export const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue whose prefetches are held open, with the order in which they began. */
export function harness(concurrency = 5) {
  const queue = createPrefetchQueue(concurrency)
  const began: string[] = []
  const ends = new Map<string, (value: object[]) => void>()
  const ask = (target: string, trigger: Trigger = 'viewport') =>
    queue.enqueue(target, trigger, () => {
      began.push(target)
      const { promise, resolve } = Promise.withResolvers<object[]>()
      ends.set(target, resolve)
      return promise
    })
  const end = async (target: string) => {
    ends.get(target)?.([{ target }])
    await tick()
  }
  const askMany = async (count: number) => {
    for (let i = 1; i <= count; i++) ask(`/${i}`)
    await tick()
  }
  return { queue, began, ask, askMany, end }
}

/** Asks for `count` slots and collects those granted, in order of the grants. */
export function acquire(queue: PrefetchQueue, target: string, count: number, signal?: AbortSignal) {
  const granted: Slot[] = []
  for (let i = 0; i < count; i++) void queue.acquire(target, signal).then((slot) => granted.push(slot))
  return granted
}
export const release = (slot: Slot | undefined) => slot?.type === 'prefetch' && slot.release()
