import { describe, expect, it, vi } from 'vitest'
import type { Trigger } from '#app/navigation/prefetch/priority.ts'
import { createPrefetchQueue, type PrefetchQueue } from '#app/navigation/prefetch/queue.ts'
import type { Slot } from '#app/navigation/prefetch/slots.ts'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A queue whose prefetches are held open, with the order in which they began. */
function harness(concurrency = 5) {
  const queue = createPrefetchQueue<string>(concurrency)
  const began: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (cause: unknown) => void }>()
  const ask = (target: string, trigger: Trigger = 'viewport') =>
    queue.ask(target, trigger, () => {
      began.push(target)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      ends.set(target, { resolve, reject })
      return promise
    })
  const end = async (target: string) => {
    ends.get(target)?.resolve(`${target} done`)
    await tick()
  }
  const askMany = async (count: number, trigger?: Trigger) => {
    for (let i = 1; i <= count; i++) ask(`/${i}`, trigger)
    await tick()
  }
  return { queue, began, ends, ask, askMany, end }
}

/** Asks for `count` slots and collects those granted, in order of the grants. */
function acquire(queue: PrefetchQueue<string>, target: string, count: number, signal?: AbortSignal) {
  const granted: Slot[] = []
  for (let i = 0; i < count; i++) void queue.acquire(target, signal).then((slot) => granted.push(slot))
  return granted
}
const release = (slot: Slot | undefined) => slot?.type === 'prefetch' && slot.release()

describe('the prefetch queue', () => {
  it('begins five, the newest of those that asked together first, and keeps the rest waiting', async () => {
    const { queue, began, askMany, end } = harness()
    await askMany(8)
    expect(began).toEqual(['/8', '/7', '/6', '/5', '/4'])
    expect(queue.snapshot().waiting.map(({ target }) => target)).toEqual(['/3', '/2', '/1'])
    await end('/6')
    expect(began.at(-1)).toBe('/3')
    expect(queue.snapshot().slots).toHaveLength(5)
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
    expect(await Promise.all([first.done, second.done, third.done])).toEqual(['/a done', '/a done', '/a done'])
  })

  it('promotes a waiting prefetch that a stronger trigger asks for, and demotes it when that one withdraws', async () => {
    const { queue, ask } = harness(1)
    ask('/busy')
    ask('/a')
    ask('/b')
    const hover = ask('/a', 'intent')
    expect(queue.snapshot().waiting[0]).toEqual({ target: '/a', trigger: 'intent' })
    hover.release()
    hover.release()
    expect(queue.snapshot().waiting).toContainEqual({ target: '/a', trigger: 'viewport' })
  })

  it('drops a waiting prefetch when the last asker withdraws, and lets a running one finish', async () => {
    const { queue, began, ask, end } = harness(1)
    const running = ask('/running')
    await tick()
    const [one, two] = [ask('/a'), ask('/a')]
    await tick()
    one.release()
    expect(queue.snapshot().waiting).toHaveLength(1)
    two.release()
    expect(await two.done).toBeUndefined()
    running.release()
    await end('/running')
    expect(await running.done).toBe('/running done')
    expect(began).toEqual(['/running'])
  })

  it('drops before it begins what is withdrawn in the same breath', async () => {
    const { began, ask } = harness()
    ask('/a').release()
    await tick()
    expect(began).toEqual([])
  })

  it('does not let a withdrawn ask drop a later one for the same target', async () => {
    const { queue, ask } = harness(1)
    ask('/busy')
    const old = ask('/a')
    queue.dropQueued()
    ask('/a')
    old.release()
    expect(queue.snapshot().waiting).toHaveLength(1)
  })

  it('frees the slot of a failed prefetch and shows nothing', async () => {
    const { began, ends, ask } = harness(1)
    const failing = ask('/a')
    await tick()
    ask('/b')
    await tick()
    ends.get('/a')?.reject(new Error('no'))
    expect(await failing.done).toBeUndefined()
    await tick()
    expect(began).toEqual(['/a', '/b'])
  })

  it('survives a start that throws at once', async () => {
    const queue = createPrefetchQueue()
    const { done } = queue.ask('/a', 'intent', () => {
      throw new Error('no')
    })
    expect(await done).toBeUndefined()
    expect(queue.snapshot().slots).toEqual([])
  })

  it('starts nothing while paused, and goes on in order', async () => {
    const { queue, began, ask } = harness(2)
    queue.pause()
    ask('/a')
    ask('/b', 'intent')
    await tick()
    expect(began).toEqual([])
    expect(queue.snapshot()).toMatchObject({ paused: true, waiting: [{ target: '/b' }, { target: '/a' }] })
    queue.resume()
    await tick()
    expect(began).toEqual(['/b', '/a'])
  })

  it('tells subscribers of changes and keeps its snapshot between them', async () => {
    const { queue, ask } = harness()
    const listener = vi.fn<() => void>()
    const unsubscribe = queue.subscribe(listener)
    ask('/a')
    expect(listener).toHaveBeenCalled()
    expect(queue.snapshot()).toBe(queue.snapshot())
    unsubscribe()
    listener.mockClear()
    ask('/b')
    expect(listener).not.toHaveBeenCalled()
  })

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a concurrency of %s', (concurrency) => {
    expect(() => createPrefetchQueue(concurrency)).toThrow(`got ${concurrency}`)
  })
})

describe('requests of prefetches', () => {
  it('are counted one by one: a route with three takes three slots', async () => {
    const { queue, began, ask, askMany } = harness()
    ask('/three')
    await tick()
    const granted = acquire(queue, '/three', 3)
    await tick()
    expect(granted).toHaveLength(3)
    await askMany(3)
    expect(began).toEqual(['/three', '/3', '/2'])
    granted.forEach(release)
    await tick()
    expect(began).toEqual(['/three', '/3', '/2', '/1'])
  })

  it('are never more than five in flight, whatever the loaders do', async () => {
    const { queue, askMany } = harness()
    await askMany(5)
    const granted = [1, 2, 3, 4, 5].map((i) => acquire(queue, `/${i}`, 3))
    await tick()
    expect(granted.flat()).toHaveLength(5)
    expect(queue.snapshot().slots.filter(({ requesting }) => requesting)).toHaveLength(5)
  })

  it('go on when slots are released, so that prefetches with many requests cannot block one another', async () => {
    const { queue, askMany } = harness(2)
    await askMany(2)
    const [a, b] = [acquire(queue, '/1', 3), acquire(queue, '/2', 3)]
    for (let turn = 0; turn < 6; turn++) {
      await tick()
      const held = [...a, ...b].filter((slot) => slot.type === 'prefetch')
      expect(queue.snapshot().slots.filter(({ requesting }) => requesting).length).toBeLessThanOrEqual(2)
      held.forEach(release)
    }
    await tick()
    expect([a.length, b.length]).toEqual([3, 3])
  })

  it('hold their slots until released, once', async () => {
    const { queue } = harness(1)
    const [first] = [acquire(queue, '/a', 2)]
    await tick()
    expect(first).toHaveLength(1)
    release(first[0])
    release(first[0])
    await tick()
    expect(first).toHaveLength(2)
    expect(queue.snapshot().slots).toHaveLength(1)
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

  it('of a redirect target nobody asked for are counted and cannot deadlock behind their sources', async () => {
    const { queue, askMany } = harness(2)
    await askMany(2)
    const granted = acquire(queue, '/redirected', 1)
    await tick()
    expect(granted).toHaveLength(1)
  })

  it('leave the line when aborted', async () => {
    const { queue } = harness(1)
    const held = acquire(queue, '/a', 1)
    const controller = new AbortController()
    const aborted = acquire(queue, '/b', 1, controller.signal)
    await tick()
    controller.abort()
    await tick()
    expect(aborted).toEqual([{ type: 'navigation' }])
    expect(queue.snapshot().waitingRequests).toBe(0)
    expect(held).toHaveLength(1)
  })
})

describe('a navigation', () => {
  it('takes its target out of the queue', async () => {
    const { queue, began, askMany, end } = harness(1)
    await askMany(3)
    expect(queue.take('/2')).toBe('queued')
    await end('/3')
    await end('/1')
    expect(began).toEqual(['/3', '/1'])
    expect(queue.take('/other')).toBe('absent')
  })

  it('joins a running prefetch, whose requests then go out as a sixth and uncounted', async () => {
    const { queue, askMany } = harness()
    await askMany(5)
    const busy = [1, 2, 3, 4, 5].map((i) => acquire(queue, `/${i}`, 1))
    await tick()
    const second = acquire(queue, '/2', 1)
    await tick()
    expect(second).toEqual([])
    expect(queue.take('/2')).toBe('running')
    await tick()
    expect(second).toEqual([{ type: 'navigation' }])
    expect(await queue.acquire('/2')).toEqual({ type: 'navigation' })
    expect(busy.flat()).toHaveLength(5)
  })

  it('leaves the slots of requests it joined counted until they end', async () => {
    const { queue, began, ask, askMany } = harness(2)
    await askMany(2)
    const flying = acquire(queue, '/1', 1)
    await tick()
    queue.take('/1')
    ask('/3')
    await tick()
    expect(began).not.toContain('/3')
    release(flying[0])
    await tick()
    expect(began).toContain('/3')
  })

  it('hurries requests of another target whose answer it waits for', async () => {
    const { queue, askMany } = harness(1)
    await askMany(1)
    acquire(queue, '/1', 1)
    const other = acquire(queue, '/other?tab=2', 1)
    await tick()
    queue.take('/other')
    queue.hurry('/other?tab=2')
    await tick()
    expect(other).toEqual([{ type: 'navigation' }])
  })

  it('ends, and the next requests of its target are prefetches again', async () => {
    const { queue } = harness()
    queue.take('/a')
    expect(queue.isUrgent('/a')).toBe(true)
    queue.settle()
    expect(queue.isUrgent('/a')).toBe(false)
    expect((await queue.acquire('/a')).type).toBe('prefetch')
  })

  it('leaves a later prefetch of what it hurried to wait like any other', async () => {
    const { queue, ask, end } = harness()
    ask('/a')
    await tick()
    queue.hurry('/a')
    await end('/a')
    expect(queue.isUrgent('/a')).toBe(false)
  })

  it('is not held up by a pause', async () => {
    const { queue } = harness()
    queue.pause()
    const waiting = acquire(queue, '/a', 1)
    queue.take('/a')
    await tick()
    expect(waiting).toEqual([{ type: 'navigation' }])
  })

  it('away from the page drops what has not begun', async () => {
    const { queue, began, askMany, end } = harness(1)
    await askMany(4)
    queue.dropQueued()
    await end('/4')
    expect(began).toEqual(['/4'])
  })
})
