import { describe, expect, it, vi } from 'vitest'
import { createPrefetchQueue } from '#fairlead/navigation/prefetch/prefetch-queue.ts'
import { createPrefetchRequests, type RequestObserver } from '#fairlead/navigation/prefetch/prefetch-requests.ts'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

function harness(respond: () => Response | Promise<Response>) {
  const queue = createPrefetchQueue(1)
  const sent: RequestInit[] = []
  const onResponse = vi.fn<RequestObserver>()
  const { tagSignal, fetch } = createPrefetchRequests(queue, onResponse)
  const send = async (_: unknown, init: RequestInit = {}) => {
    sent.push(init)
    return respond()
  }
  const requests = { fetch: (url: string, init?: RequestInit) => fetch(url, init, send) }
  const signalFor = (target: string) => {
    const { signal } = new AbortController()
    tagSignal(signal, { target, queryHash: `["${target}"]` })
    return signal
  }
  const requesting = () => queue.contents().running.filter((permit) => permit.requesting).length
  return { requests, sent, onResponse, signalFor, requesting }
}

describe('prefetch requests', () => {
  it('say what they are, keep their other headers, and have low priority', async () => {
    const { requests, sent, onResponse, signalFor } = harness(() => new Response('x'))
    await requests.fetch('/fn', { method: 'GET', headers: { accept: 'a' }, signal: signalFor('/a') })
    expect(sent[0]).toMatchObject({ method: 'GET', priority: 'low' })
    expect(Object.fromEntries(new Headers(sent[0]?.headers))).toEqual({ accept: 'a', purpose: 'prefetch' })
    expect(onResponse).toHaveBeenCalledWith(expect.any(Response), true, { target: '/a', queryHash: '["/a"]' })
  })

  it('wait for a permit, which is held until the end of the body and not only its headers', async () => {
    let body!: ReadableStreamDefaultController<Uint8Array>
    const { requests, sent, signalFor, requesting } = harness(
      () => new Response(new ReadableStream({ start: (controller) => void (body = controller) })),
    )
    const first = await requests.fetch('/1', { signal: signalFor('/a') })
    void requests.fetch('/2', { signal: signalFor('/b') })
    await tick()
    expect(sent).toHaveLength(1)
    body.enqueue(new TextEncoder().encode('whole'))
    body.close()
    expect(await first.text()).toBe('whole')
    await tick()
    expect(sent).toHaveLength(2)
    expect(requesting()).toBe(1)
  })

  it.each([
    ['an unread body', () => new Response('never read')],
    ['no body', () => new Response(null, { status: 204 })],
    ['a body that breaks', () => new Response(new ReadableStream({ pull: (body) => body.error(new Error('cut')) }))],
  ])('free their permit after %s', async (_, respond) => {
    const { requests, signalFor, requesting } = harness(respond)
    await requests.fetch('/1', { signal: signalFor('/a') })
    await tick()
    await tick()
    expect(requesting()).toBe(0)
  })

  it('free their permit after a failure, which reaches the caller', async () => {
    const { requests, signalFor, requesting } = harness(() => Promise.reject(new TypeError('offline')))
    await expect(requests.fetch('/1', { signal: signalFor('/a') })).rejects.toThrow('offline')
    expect(requesting()).toBe(0)
  })
})

describe('other requests', () => {
  it('pass through unchanged, with or without a signal', async () => {
    const { requests, sent, requesting, onResponse } = harness(() => new Response(new ReadableStream()))
    const init = { signal: new AbortController().signal, headers: { a: 'b' } }
    await requests.fetch('/1', init)
    await requests.fetch('/2')
    expect(sent).toEqual([init, {}])
    expect(requesting()).toBe(0)
    expect(onResponse).toHaveBeenCalledTimes(2)
  })
})
