import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryQueue } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import { sendEnvelope } from '#fairlead/error-reports/delivery/send-envelope.server.ts'
import { createWorker, type Worker } from '#fairlead/error-reports/delivery/worker.server.ts'
import { parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import {
  errorEnvelope,
  envelope,
  errorEvent,
  LOCAL_DSN,
  randomId,
  recordFor,
  sessionEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'
import { accept, answerWith, reset, startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'

const START = Date.parse('2026-11-21T12:00:00Z')

/** An empty queue with what a test needs to know of it. */
export type TestQueue = {
  /** Returns the queue as a process of this name has it. */
  of: (owner: string) => DeliveryQueue
  add: (records: EnvelopeRecord[]) => Promise<unknown>
  /** What has not been delivered: of dead letters the reason, of others the number of attempts. */
  undelivered: () => Promise<(string | number)[]>
}

/** Tests that a queue is delivered. `open` makes an empty one for each test. */
export function describeDelivery(name: string, open: () => TestQueue): void {
  describe(`delivery of ${name}`, () => {
    deliveryTests(open)
  })
}

function deliveryTests(open: () => TestQueue): void {
  let upstream: Upstream
  let queue: TestQueue
  let now = START
  let worker: Worker

  function makeWorker(timeoutMs = 2_000): Worker {
    const dsn = parseDsn(upstream.dsn)
    if (!dsn) throw new Error('no DSN')
    const send: Parameters<typeof createWorker>[0]['send'] = (claimed, at) => sendEnvelope(dsn, claimed, at, timeoutMs)
    return createWorker({ queue: queue.of('alive'), send, now: () => now, random: () => 1 })
  }

  beforeEach(async () => {
    now = START
    upstream = await startUpstream()
    queue = open()
    worker = makeWorker()
  })
  afterEach(() => upstream.close())

  const put = (...texts: string[]) => queue.add(texts.map((text) => recordFor(text, now)))

  /** Passes, and moves the clock to whatever comes next, until nothing waits. */
  async function drain(most = 100): Promise<void> {
    for (let pass = 0; pass < most; pass++) {
      const { wakeAt } = await worker()
      if (wakeAt === undefined) return
      now = Math.max(now, wakeAt)
    }
  }

  it('sends the oldest first and each once', async () => {
    const ids = Array.from({ length: 40 }, () => randomId())
    for (const id of ids) await put(errorEnvelope(id))
    await drain()
    await drain()
    const received = upstream.received.map(({ eventId }) => eventId)
    expect(new Set(received)).toEqual(new Set(ids))
    expect(received).toHaveLength(ids.length)
    expect(ids.indexOf(received[0] ?? '')).toBeLessThan(4)
    expect(await queue.undelivered()).toEqual([])
  })

  it('names itself, passes the user agent on, and no data of the visitor', async () => {
    const text = errorEnvelope(randomId())
    await put(text)
    now += 3_600_000
    await drain()
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = upstream.received
    expect([url, headers['content-type']]).toEqual(['/api/7/envelope/', 'application/x-sentry-envelope'])
    expect(headers['user-agent']).toBe('Mozilla/5.0 Firefox/132.0')
    expect(JSON.stringify(headers)).toContain('sentry_key=key')
    expect(Object.keys(headers).filter((name) => /cookie|forwarded|real-ip/.test(name))).toEqual([])
    const [header = '', ...rest] = body.split('\n')
    expect(JSON.parse(header)).toMatchObject({ dsn: upstream.dsn })
    expect(rest.join('\n')).toBe(text.slice(text.indexOf('\n') + 1))
    const sent = (line: string) => Date.parse((JSON.parse(line) as { sent_at: string }).sent_at)
    expect(sent(header) - sent(text.split('\n')[0] ?? '')).toBe(3_600_000)
  })

  it('waits while the ingest is unreachable, and then sends everything', async () => {
    upstream.behave(reset)
    const ids = Array.from({ length: 30 }, () => randomId())
    await put(...ids.map((id) => errorEnvelope(id)))
    while (now < START + 3_600_000) {
      const { wakeAt } = await worker()
      now = Math.max(now + 1, wakeAt ?? now)
    }
    // One at a time feels its way, and seldom.
    expect(upstream.received.length).toBeLessThan(40)
    upstream.received.length = 0
    upstream.behave(accept)
    await drain()
    expect(new Set(upstream.received.map(({ eventId }) => eventId))).toEqual(new Set(ids))
    expect(upstream.received).toHaveLength(ids.length)
  })

  it.each([503, 302])('retries after %d, with a longer delay each time', async (status) => {
    upstream.behave(answerWith(status, { location: 'http://127.0.0.1:1/' }))
    await put(errorEnvelope())
    const waits = []
    for (let tries = 0; tries < 3; tries++) {
      const { wakeAt } = await worker().then(() => worker())
      waits.push((wakeAt ?? 0) - now)
      now = wakeAt ?? 0
    }
    expect(waits).toEqual([1_000, 2_000, 4_000])
    upstream.behave(accept)
    await drain()
    expect(await queue.undelivered()).toEqual([])
  })

  it('makes a permanently refused envelope a dead letter with its reason, and continues', async () => {
    upstream.behave((response, received, count) =>
      (count === 1 ? answerWith(413, {}, '{"detail":"envelope too large"}') : accept)(response, received, count),
    )
    await put(errorEnvelope())
    await put(errorEnvelope())
    await worker()
    await drain()
    expect((await queue.undelivered()).filter((reason) => reason !== 'envelope too large')).toEqual([])
  })

  it('obeys limits by category, also those that come with a 200', async () => {
    upstream.behave(answerWith(200, { 'x-sentry-rate-limits': '600:error:organization' }))
    await put(errorEnvelope())
    await worker()
    await put(errorEnvelope(), sessionEnvelope())
    upstream.behave(accept)
    await worker()
    expect(upstream.received).toHaveLength(2)
    expect(upstream.received[1]?.body).toContain('"type":"session"')
    expect((await worker()).wakeAt).toBe(START + 600_000)
    await drain()
    expect(upstream.received).toHaveLength(3)
  })

  it('sends only the envelopes that a 429 refused, after its time', async () => {
    upstream.behave(answerWith(429, { 'x-sentry-rate-limits': '30:session:key' }))
    const id = randomId()
    const session = [{ type: 'session' }, { sid: 'a' }] as [object, object]
    await put(envelope({ dsn: LOCAL_DSN, event_id: id }, [{ type: 'event' }, errorEvent(id)], session))
    await worker()
    upstream.behave(accept)
    await drain()
    expect(now).toBe(START + 30_000)
    expect(upstream.received).toHaveLength(2)
    expect(upstream.received[1]?.body).not.toContain('"type":"event"')
    expect(upstream.received[1]?.body).toContain('{"type":"session"}\n{"sid":"a"}')
  })

  it('stops altogether for a Retry-After', async () => {
    upstream.behave(answerWith(429, { 'retry-after': '20' }))
    await put(errorEnvelope())
    await worker()
    await put(sessionEnvelope())
    expect(await worker()).toEqual({ blocked: true, wakeAt: START + 20_000 })
    upstream.behave(accept)
    await drain()
    expect(upstream.received).toHaveLength(3)
  })

  it('aborts a request that takes too long, and retries', async () => {
    upstream.behave(() => {})
    worker = makeWorker(100)
    await put(errorEnvelope())
    await worker()
    expect(await queue.undelivered()).toEqual([1])
  })

  it('does not stop after the clock was set back', async () => {
    upstream.behave(answerWith(503))
    await put(errorEnvelope())
    await worker()
    now -= 7_200_000
    upstream.behave(accept)
    await worker()
    expect(await queue.undelivered()).toEqual([])
  })

  it('sends the envelopes that another process had leased when it died', async () => {
    const send = vi.fn(() => new Promise<never>(() => {}))
    const dead = createWorker({ queue: queue.of('dead'), send, now: () => now, random: () => 1 })
    await put(errorEnvelope())
    void dead()
    await expect.poll(() => send).toHaveBeenCalled()
    await worker()
    expect(upstream.received).toHaveLength(0)
    now += 45_000
    await worker()
    expect(upstream.received).toHaveLength(1)
  })
}
