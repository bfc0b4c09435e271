import { describe, expect, it, vi } from 'vitest'
import { harness, tick } from '#tests/shell/navigation/prefetch/queue-harness.ts'

describe('the prefetch queue', () => {
  it('begins five, the newest of those that asked together first, and keeps the rest waiting', async () => {
    const { queue, began, askMany, end } = harness()
    await askMany(8)
    expect(began).toEqual(['/8', '/7', '/6', '/5', '/4'])
    expect(queue.contents().waiting.map(({ target }) => target)).toEqual(['/3', '/2', '/1'])
    await end('/6')
    expect(began.at(-1)).toBe('/3')
    expect(queue.contents().slots).toHaveLength(5)
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
  ])('frees the slot of a prefetch that %s, and shows nothing', async (_, start) => {
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
