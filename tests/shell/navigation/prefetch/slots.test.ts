import { describe, expect, it } from 'vitest'
import { acquire, harness, release, tick } from '#tests/shell/navigation/prefetch/queue-harness.ts'

describe('requests of prefetches', () => {
  it('go on when slots are released, so that prefetches with many requests cannot block one another', async () => {
    const { queue, askMany } = harness(2)
    await askMany(2)
    const [a, b] = [acquire(queue, '/1', 3), acquire(queue, '/2', 3)]
    for (let turn = 0; turn < 6; turn++) {
      await tick()
      const held = [...a, ...b].filter((slot) => slot.type === 'prefetch')
      expect(queue.contents().slots.filter(({ requesting }) => requesting).length).toBeLessThanOrEqual(2)
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
    expect(queue.contents().slots).toHaveLength(1)
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

  it('leaves the slots of requests it joined counted until they end', async () => {
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
