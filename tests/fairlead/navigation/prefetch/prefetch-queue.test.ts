import { describe, expect, it, vi } from 'vitest'
import {
  createPrefetchQueue,
  type PrefetchQueue,
  type Permit,
  type Trigger,
} from '#fairlead/navigation/prefetch/prefetch-queue.ts'

/** Resolves when every microtask has run. */
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue whose prefetches are held open, with the order in which they began. */
function harness(concurrency = 5) {
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

/** Asks for `count` permits and collects those granted, in order of the grants. */
function acquire(queue: PrefetchQueue, target: string, count: number, signal?: AbortSignal) {
  const granted: Permit[] = []
  for (let i = 0; i < count; i++) void queue.acquire(target, signal).then((permit) => granted.push(permit))
  return granted
}

const release = (permit: Permit | undefined) => permit?.type === 'prefetch' && permit.release()

describe('the prefetch queue', () => {
  it('begins five, the newest of those that asked together first, and keeps the rest waiting', async () => {
    const { queue, began, askMany, end } = harness()
    await askMany(8)
    expect(began).toEqual(['/8', '/7', '/6', '/5', '/4'])
    expect(queue.contents().waiting.map(({ target }) => target)).toEqual(['/3', '/2', '/1'])
    await end('/6')
    expect(began.at(-1)).toBe('/3')
    expect(queue.contents().running).toHaveLength(5)
  })

  it('serves intent before viewport before render, the newest first within one', async () => {
    const { began, ask, end } = harness(1)
    ask('/first')
    await tick()
    for (const [target, trigger] of [
      ['/r1', 'render'],
      ['/v1', 'viewport'],
      ['/i1', 'intent'],
      ['/r2', 'render'],
      ['/v2', 'viewport'],
      ['/i2', 'intent'],
    ] as const)
      ask(target, trigger)
    await tick()
    for (let i = 0; i < 6; i++) await end(began.at(-1) ?? '')
    expect(began).toEqual(['/first', '/i2', '/i1', '/v2', '/v1', '/r2', '/r1'])
  })

  it('shares one prefetch between all who ask for its target', async () => {
    const { began, ask, end } = harness(1)
    const [first, second] = [ask('/a'), ask('/a')]
    await tick()
    const third = ask('/a')
    await end('/a')
    expect(began).toEqual(['/a'])
    expect(await Promise.all([first.done, second.done, third.done])).toEqual([
      [{ target: '/a' }],
      [{ target: '/a' }],
      [{ target: '/a' }],
    ])
  })

  it('promotes a waiting prefetch that a stronger trigger asks for, and demotes it when that one withdraws', async () => {
    const { queue, ask } = harness(1)
    ask('/busy')
    ask('/a')
    ask('/b')
    const hover = ask('/a', 'intent')
    expect(queue.contents().waiting[0]).toEqual({ target: '/a', trigger: 'intent' })
    hover.cancel()
    hover.cancel()
    expect(queue.contents().waiting).toContainEqual({ target: '/a', trigger: 'viewport' })
  })

  it('drops a waiting prefetch when the last asker withdraws, and lets a running one finish', async () => {
    const { queue, began, ask, end } = harness(1)
    const running = ask('/running')
    await tick()
    const [one, two] = [ask('/a'), ask('/a')]
    await tick()
    one.cancel()
    expect(queue.contents().waiting).toHaveLength(1)
    two.cancel()
    expect(await two.done).toBeUndefined()
    running.cancel()
    await end('/running')
    expect(await running.done).toEqual([{ target: '/running' }])
    expect(began).toEqual(['/running'])
  })

  it('does not let a withdrawn ask drop a later one for the same target', async () => {
    const { queue, ask } = harness(1)
    ask('/busy')
    const old = ask('/a')
    queue.clearPending()
    ask('/a')
    old.cancel()
    expect(queue.contents().waiting).toHaveLength(1)
  })

  it.each<[string, () => Promise<object[]>]>([
    ['fails', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
  ])('frees the permit of a prefetch that %s, and shows nothing', async (_, start) => {
    const { queue, began, ask } = harness(1)
    const failing = queue.enqueue('/a', 'intent', start)
    ask('/b')
    expect(await failing.done).toBeUndefined()
    await tick()
    expect(began).toEqual(['/b'])
  })

  it('starts nothing while paused, and goes on in order', async () => {
    const { queue, began, ask } = harness(2)
    queue.setPaused(true)
    ask('/a')
    ask('/b', 'intent')
    await tick()
    expect(began).toEqual([])
    expect(queue.contents()).toMatchObject({ paused: true, waiting: [{ target: '/b' }, { target: '/a' }] })
    queue.setPaused(false)
    await tick()
    expect(began).toEqual(['/b', '/a'])
  })

  it('tells subscribers of changes', async () => {
    const { queue, ask } = harness()
    const listener = vi.fn<() => void>()
    const unsubscribe = queue.subscribe(listener)
    ask('/a')
    expect(listener).toHaveBeenCalled()

    unsubscribe()
    listener.mockClear()
    ask('/b')
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('requests of prefetches', () => {
  it('go on when permits are released, so that prefetches with many requests cannot block one another', async () => {
    const { queue, askMany } = harness(2)
    await askMany(2)
    const [a, b] = [acquire(queue, '/1', 3), acquire(queue, '/2', 3)]
    for (let turn = 0; turn < 6; turn++) {
      await tick()
      const held = [...a, ...b].filter((permit) => permit.type === 'prefetch')
      expect(queue.contents().running.filter(({ requesting }) => requesting).length).toBeLessThanOrEqual(2)
      held.forEach(release)
    }
    await tick()
    expect([a.length, b.length]).toEqual([3, 3])
  })

  it('go first for the stronger trigger', async () => {
    const { queue, ask } = harness(2)
    ask('/seen', 'viewport')
    ask('/hovered', 'intent')
    await tick()
    const busy = acquire(queue, '/seen', 2)
    await tick()
    const order: string[] = []
    for (const target of ['/hovered', '/seen']) void queue.acquire(target).then(() => order.push(target))
    release(busy[0])
    await tick()
    expect(order).toEqual(['/hovered'])
  })

  it('leave the queue when aborted', async () => {
    const { queue } = harness(1)
    const held = acquire(queue, '/a', 1)
    const controller = new AbortController()
    const aborted = acquire(queue, '/b', 1, controller.signal)
    await tick()
    controller.abort()
    await tick()
    expect(aborted).toEqual([{ type: 'navigation' }])
    expect(queue.contents().waitingRequests).toBe(0)
    expect(held).toHaveLength(1)
  })
})

describe('a navigation', () => {
  it('takes its target out of the queue', async () => {
    const { queue, began, askMany, end } = harness(1)
    await askMany(3)
    expect(queue.joinNavigation('/2')).toBe('queued')
    await end('/3')
    await end('/1')
    expect(began).toEqual(['/3', '/1'])
    expect(queue.joinNavigation('/other')).toBe('absent')
  })

  it('leaves the permits of requests it joined counted until they end', async () => {
    const { queue, began, ask, askMany } = harness(2)
    await askMany(2)
    const flying = acquire(queue, '/1', 1)
    await tick()
    queue.joinNavigation('/1')
    ask('/3')
    await tick()
    expect(began).not.toContain('/3')
    release(flying[0])
    await tick()
    expect(began).toContain('/3')
  })

  it('ends, and the next requests of its target are prefetches again', async () => {
    const { queue } = harness()
    queue.joinNavigation('/a')
    expect(queue.isUrgent('/a')).toBe(true)
    queue.endNavigation()
    expect(queue.isUrgent('/a')).toBe(false)
    expect((await queue.acquire('/a')).type).toBe('prefetch')
  })

  it('leaves a later prefetch of what it hurried to wait like any other', async () => {
    const { queue, ask, end } = harness()
    ask('/a')
    await tick()
    queue.prioritize('/a')
    await end('/a')
    expect(queue.isUrgent('/a')).toBe(false)
  })

  it('is not held up by a pause', async () => {
    const { queue } = harness()
    queue.setPaused(true)
    const waiting = acquire(queue, '/a', 1)
    queue.joinNavigation('/a')
    await tick()
    expect(waiting).toEqual([{ type: 'navigation' }])
  })
})
