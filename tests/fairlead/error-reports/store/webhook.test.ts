import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createLocks } from '#fairlead/database/lock.server.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { updateProblemState } from '#fairlead/error-reports/store/problems.server.ts'
import {
  chatTitle,
  readNews,
  readWebhook,
  runWebhook,
  signatureHeaders,
  WEBHOOK,
  webhookMessage,
} from '#fairlead/error-reports/store/webhook.server.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { errorEnvelope, randomId, recordFor } from '#tests/fairlead/error-reports/envelopes.ts'
import { ENGINES } from '#tests/harness/test-database.ts'
import { NOW, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const TARGET = { url: 'http://hooks.example/a', secret: 'a-secret-of-the-tests', desk: 'https://site.example/reports' }
const MINUTE = 60_000

type Message = ReturnType<typeof webhookMessage>
type Answer = (signal?: AbortSignal | null) => Response | Promise<Response>

describe.each(ENGINES)('the webhook on %s', (dialect) => {
  const { current } = withStore(dialect)
  const folder = temporaryFolder()

  /** A receiver, and processes that share its store. */
  function setUp() {
    const sent: { message: Message; headers: Headers; body: string }[] = []
    const state = { at: NOW, answer: (() => new Response('ok')) as Answer }
    const fetch: typeof globalThis.fetch = async (_, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      sent.push({ message: JSON.parse(body) as Message, headers: new Headers(init?.headers), body })
      return state.answer(init?.signal)
    }
    const around = { fetch, now: () => state.at, random: () => 1 }
    const { tryLock } = createLocks({ file: join(folder, 'reports.db') })
    const run = (stopping = new AbortController().signal) => runWebhook(current(), TARGET, around, tryLock, stopping)
    const fail = async (...values: string[]) => {
      const records = values.map((value) => {
        const event = { exception: { values: [{ type: 'Error', value }] }, fingerprint: [value] }
        return recordFor(errorEnvelope(randomId(), undefined, event), state.at)
      })
      await insertEnvelopes(current(), records, false, true)
    }
    const titles = () => sent.map(({ message }) => message.problems.map(({ type, title }) => `${type} ${title}`))
    return { state, run, fail, titles, sent }
  }
  const resolve = async (state: 'resolved' | 'ignored', at: number) => {
    const rows = await current().db.selectFrom('problems').select('fingerprint').execute()
    const all = rows.map(({ fingerprint }) => fingerprint)
    await updateProblemState(current(), all, state, at)
  }

  it('sends a message when a problem is new or comes back, and not when it repeats or is ignored', async () => {
    const { state, run, fail, titles, sent } = setUp()
    await run()
    await fail('tide')
    await run()
    const latest = await current().db.selectFrom('reports').select('id').executeTakeFirstOrThrow()
    expect(sent[0]?.message).toMatchObject({
      text: `New: \`Error: tide\` https://site.example/reports/${latest.id}`,
      allowed_mentions: { parse: [] },
      leftOut: 0,
    })
    expect(sent[0]?.message.content).toBe(sent[0]?.message.text)

    state.at += WEBHOOK.everyMs
    await fail('tide')
    await run()
    expect(titles()).toEqual([['new Error: tide']])

    await resolve('resolved', state.at)
    await fail('tide')
    await run()
    expect(titles().at(-1)).toEqual(['back Error: tide'])

    state.at += WEBHOOK.everyMs
    await resolve('ignored', state.at)
    await fail('tide')
    await run()
    expect(sent).toHaveLength(2)
  })

  it('leaves out what the operator has seen to, and problems that nobody asked to hear of', async () => {
    const { state, run, fail, sent } = setUp()
    await fail('tide')
    await resolve('resolved', state.at)
    const event = errorEnvelope(randomId(), undefined, { fingerprint: ['before the webhook was set'] })
    await insertEnvelopes(current(), [recordFor(event, state.at)], false)
    await run()
    expect(sent).toEqual([])
  })

  it('sends at most twelve an hour, with the number of what it does not name', async () => {
    const { state, run, fail, titles, sent } = setUp()
    for (let second = 0; second < 3_600; second += 100) {
      await fail(`at ${second}`)
      await run()
      state.at += 100_000
    }
    expect(sent).toHaveLength(12)
    expect(titles().slice(0, 2)).toEqual([
      ['new Error: at 0'],
      ['new Error: at 100', 'new Error: at 200', 'new Error: at 300'],
    ])

    await fail(...Array.from({ length: 30 }, (_, index) => `flood ${index}`))
    state.at += WEBHOOK.everyMs
    await run()
    const last = sent.at(-1)?.message
    expect([last?.problems.length, last?.leftOut]).toEqual([WEBHOOK.named, 24])
    expect(last?.text).toContain('\nand 24 more: https://site.example/reports')
    expect(await readNews(current())).toEqual([])
  })

  it('retries with growing pauses until the receiver has it, and shows why', async () => {
    const warn = vi.spyOn(log, 'warn').mockReturnValue()
    const { state, run, fail, sent } = setUp()
    await fail('tide')
    const pauses: number[] = []
    const answers: Answer[] = [
      () => new Response('', { status: 500 }),
      () => new Response('', { status: 302, headers: { location: 'http://elsewhere.example' } }),
      () => Promise.reject(new Error('hung up')),
      () => new Response('', { status: 429, headers: { 'retry-after': '600' } }),
      () => new Response('', { status: 503, headers: { 'retry-after': '999999' } }),
    ]
    for (const answer of answers) {
      state.answer = answer
      await run()
      await run()
      const { until, failures } = await readWebhook(current())
      expect([failures, sent.length]).toEqual([pauses.length + 1, pauses.length + 1])
      pauses.push(until - state.at)
      state.at = until
    }
    expect(pauses).toEqual([10_000, 20_000, 40_000, 600_000, WEBHOOK.pause.max])
    expect((await readWebhook(current())).reason).toBe('answered 503')
    expect(new Set(sent.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1)
    expect(warn).toHaveBeenCalledTimes(5)

    state.answer = () => new Response('ok')
    await run()
    expect(await readWebhook(current())).toEqual({ until: state.at + WEBHOOK.everyMs, reason: '', failures: 0 })
    state.at += WEBHOOK.everyMs
    await run()
    expect(sent).toHaveLength(6)
  })

  it('sends a message once among several processes, and after a restart', async () => {
    const { state, run, fail, sent } = setUp()
    await fail('tide')
    state.answer = () => new Promise((done) => setTimeout(() => done(new Response('ok')), 50))
    await Promise.all([run(), run(), run()])
    await run()
    expect(sent).toHaveLength(1)
  })

  it('gives up a receiver that hangs, after some time or when the process stops, and keeps the news', async () => {
    vi.spyOn(log, 'warn').mockReturnValue()
    const tooLong = AbortSignal.abort(new Error('took too long'))
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLong)
    const { state, run, fail } = setUp()
    await fail('tide')
    state.answer = (signal) =>
      new Promise((_, reject) => {
        const giveUp = () => reject(signal?.reason as Error)
        if (signal?.aborted) giveUp()
        else signal?.addEventListener('abort', giveUp)
      })
    await run()
    expect(limits).toHaveBeenCalledWith(WEBHOOK.requestMs)
    limits.mockRestore()
    const { until, reason } = await readWebhook(current())
    expect(reason).toBe('no response: took too long')

    state.at = until
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(new Error('the server stops')), 20)
    await run(stopping.signal)
    expect((await readWebhook(current())).reason).toBe('no response: the server stops')
    expect(await readNews(current())).toHaveLength(1)
  })

  it('keeps what comes back while a message is on its way', async () => {
    const { state, run, fail, titles } = setUp()
    await fail('tide')
    state.answer = async () => {
      state.at += MINUTE
      await resolve('resolved', state.at)
      await fail('tide')
      return new Response('ok')
    }
    await run()
    state.answer = () => new Response('ok')
    state.at += WEBHOOK.everyMs
    await run()
    expect(titles()).toEqual([['new Error: tide'], ['back Error: tide']])
  })

  it('goes on when the clock was set back', async () => {
    const { state, run, fail, sent } = setUp()
    await fail('tide')
    await run()
    state.at -= 999 * WEBHOOK.pause.max
    await fail('ebb')
    await run()
    expect(sent).toHaveLength(2)
  })
})

it('signs the body as Standard Webhooks has it', () => {
  const headers = signatureHeaders('whsec_c2VjcmV0', 'msg', 1_700_000_000_123, '{}')
  const expected = createHmac('sha256', 'secret').update('msg.1700000000.{}').digest('base64')
  expect(headers).toEqual({
    'webhook-id': 'msg',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${expected}`,
  })
  expect(signatureHeaders('secret', 'msg', 1_700_000_000_123, '{}')).toEqual(headers)
})

describe('a title', () => {
  it.each<[kind: string, message: string, title: string]>([
    ['TypeError', 'x is not a function', 'TypeError: x is not a function'],
    ['message', 'anchor dragged', 'anchor dragged'],
    ['TypeError', '', 'TypeError'],
    ['feedback', 'my password is kelp', 'feedback'],
    ['Error', '@everyone <!channel> <@U123> `x`', 'Error: ＠everyone ‹!channel› ‹＠U123› ’x’'],
    ['Error', '<https://evil.example|click>', 'Error: ‹https://evil.example|click›'],
    ['Error', 'a\r\nb\u2028c\u0000d\u202Ee\u200Bf\t g', 'Error: a b c d e f g'],
    ['Error', 'connect postgres://app:hunter2@db/x', 'Error: connect postgres://db/x'],
    ['Error', '\uD83D', 'Error:'],
  ])('of %s %j is %j', (kind, message, title) => {
    expect(chatTitle({ kind, message })).toBe(title)
  })

  it('is short, and so is the text of a message', () => {
    const problem = { kind: 'E'.repeat(100), message: '😀'.repeat(500), fingerprint: 'a', side: 'browser' as const }
    expect(chatTitle(problem).length).toBeLessThanOrEqual(WEBHOOK.title)
    expect(chatTitle(problem).isWellFormed()).toBe(true)
    const news = Array.from({ length: 99 }, () => ({ ...problem, news: 'new' as const, state_at: 1, report: 'a' }))
    const { text } = webhookMessage(news, `https://${'a'.repeat(200)}.example/reports`)
    expect(text.length).toBeLessThanOrEqual(WEBHOOK.text)
  })
})
