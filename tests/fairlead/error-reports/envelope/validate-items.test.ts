import { describe, expect, it } from 'vitest'
import { summarizeEvent } from '#fairlead/error-reports/envelope/event-summary.ts'
import { ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import type { SentryEvent } from '#fairlead/error-reports/envelope/validate-items.ts'
import { parseBody, toSubmission } from '#fairlead/error-reports/ingest/ingest.server.ts'
import { parseDsn } from '#fairlead/error-reports/envelope/dsn.ts'
import {
  envelope,
  errorEnvelope,
  errorEvent,
  LOCAL_DSN,
  randomId,
  recordFor,
  sessionEnvelope,
  spanEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'

const ID = '9ec79c33ec9942ab8353589fcb2e04dc'

function examine(text: string) {
  const dsn = parseDsn(LOCAL_DSN)
  if (!dsn) throw new Error('no DSN')
  const parsed = parseBody(Buffer.from(text), dsn)
  if (parsed.type === 'refused') return parsed
  const submission = toSubmission(parsed.envelope, { receivedAt: 1_000, userAgent: null, origin: null })
  return submission.type === 'valid' ? { ...submission, record: submission.records[0] } : submission
}

function withItem(type: string, payload: unknown, header: object = {}): string {
  return envelope({ dsn: LOCAL_DSN }, [{ type, ...header }, payload])
}

const tags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'x']))
const transaction = (count: number) => withItem('transaction', { spans: Array.from({ length: count }, () => ({})) })

const discards = (quantity: number) => ({ reason: 'network_error', category: 'error', quantity })

/** Stands for a number that JSON has and `JSON.stringify` does not write. */
const NUMBER = 123_456_789

describe('an envelope for this server', () => {
  it.each([
    ['error', errorEnvelope(ID), { key: `event:${ID}`, kind: 'error', eventId: ID, categories: ['error'] }],
    ['session', sessionEnvelope(), { kind: 'session', eventId: undefined, categories: ['session'] }],
    ['span', spanEnvelope(3), { kind: 'span', categories: ['span'] }],
    ['client_report', withItem('client_report', { discarded_events: [] }), { kind: 'other', categories: ['internal'] }],
    ['as many tags as allowed', errorEnvelope(ID, LOCAL_DSN, { tags: tags(ENVELOPE.tags) }), { kind: 'error' }],
    ['as many spans as allowed', transaction(ENVELOPE.spans), { kind: 'transaction' }],
    [
      'an error and a session',
      envelope(
        { dsn: LOCAL_DSN, event_id: ID },
        [{ type: 'session' }, { sid: 'a' }],
        [{ type: 'event' }, errorEvent(ID)],
      ),
      { key: `event:${ID}`, kind: 'error', categories: ['session', 'error'] },
    ],
  ])('is valid: %s', (_, text, record) => {
    expect(examine(text)).toMatchObject({ type: 'valid', dropped: [], record })
  })

  it('has one id, with or without dashes; the header’s wins', () => {
    const dashed = '9EC79C33-EC99-42AB-8353-589FCB2E04DC'
    const text = envelope({ dsn: LOCAL_DSN, event_id: dashed }, [{ type: 'event' }, errorEvent(randomId())])
    expect(examine(text)).toMatchObject({ id: ID, record: { header: { event_id: ID } } })
    expect(examine(withItem('event', { event_id: ID }))).toMatchObject({ id: ID })
    expect(examine(withItem('event', {}))).toHaveProperty('id', expect.stringMatching(/^[\da-f]{32}$/))
  })

  it('has the same key when it is sent again, whatever sent_at says', () => {
    const session = { sid: 'a', started: 1 }
    const keys = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:05Z'].map((sentAt) => {
      const examined = examine(envelope({ dsn: LOCAL_DSN, sent_at: sentAt }, [{ type: 'session' }, session]))
      return examined.type === 'valid' && examined.record?.key
    })
    expect(keys[0]).toBe(keys[1])
  })

  it.each(['check_in', 'profile', '__proto__', 'toString'])('loses an item of type %s', (type) => {
    expect(examine(withItem(type, {}))).toMatchObject({ type: 'valid', record: undefined, dropped: [type] })
  })

  it.each([
    ['no DSN', envelope({})],
    ['another host', envelope({ dsn: 'https://public@evil.invalid/0' })],
    ['another key', envelope({ dsn: 'https://other@errors.invalid/0' })],
    ['a DSN that is none', envelope({ dsn: {} })],
  ])('is not for %s', (_, text) => {
    expect(examine(text)).toMatchObject({ type: 'refused', status: 403 })
  })

  it.each([
    ['an event that is no JSON', `{"dsn":"${LOCAL_DSN}"}\n{"type":"event"}\n{`],
    ['an event that is a list', withItem('event', [])],
    ['an event without payload', `{"dsn":"${LOCAL_DSN}"}\n{"type":"event"}`],
    ['an event with exceptions that are none', withItem('event', { exception: { values: [1] } })],
    ['an event id that is none', withItem('event', { event_id: '../../etc/passwd' })],
    ['a session without sid', withItem('session', {})],
    ['spans without trace', withItem('span', { items: [{ span_id: 'a' }] })],
    ['a wrong item_count', withItem('span', { items: [] }, { item_count: 1 })],
    ...['1e999', '9e18', '-1', '0.5'].map((number): [string, string] => [
      `${number} discards`,
      withItem('client_report', { discarded_events: [discards(NUMBER)] }).replace(String(NUMBER), number),
    ]),
    ['two events', envelope({ dsn: LOCAL_DSN }, [{ type: 'event' }, {}], [{ type: 'event' }, {}])],
    [
      'an event and a transaction',
      envelope({ dsn: LOCAL_DSN }, [{ type: 'event' }, {}], [{ type: 'transaction' }, {}]),
    ],
    ['a tag too many', errorEnvelope(ID, LOCAL_DSN, { tags: tags(ENVELOPE.tags + 1) })],
    ['a span too many', transaction(ENVELOPE.spans + 1)],
  ])('may not hold %s', (_, text) => {
    expect(examine(text)).toMatchObject({ type: 'refused', status: 400 })
  })

  it('may take 1 MiB beside its spans', () => {
    expect(examine(withItem('event', { message: 'x'.repeat(1_048_576) }))).toMatchObject({ status: 413 })
    expect(examine(spanEnvelope(1_000, 5_000))).toMatchObject({ type: 'valid' })
  })

  it('may count some kinds of discards', () => {
    const many = Array.from({ length: ENVELOPE.discards + 1 }, () => discards(1))
    const { clientDiscards } = recordFor(withItem('client_report', { discarded_events: many }))
    expect(clientDiscards.length).toBe(ENVELOPE.discards)
  })

  it('may list some feedback of visitors', () => {
    const said = { event_id: ID, comments: 'It broke' }
    const many = Array.from({ length: 90 }, (): [object, object] => [{ type: 'user_report' }, said])
    expect(recordFor(envelope({ dsn: LOCAL_DSN }, ...many)).feedback.length).toBe(ENVELOPE.feedback)
  })
})

describe('the summary of an event', () => {
  const receivedAt = 1_795_000_000_000
  const facts = (event: object, userAgent: string | null = null) =>
    summarizeEvent(event as SentryEvent, 'event', { userAgent, receivedAt })

  it('has the values of the event', () => {
    expect(facts(errorEvent(ID, { tags: { digest: 'ABC', tab: 't' } }))).toMatchObject({
      side: 'browser',
      kind: 'TypeError',
      route: '/{-$locale}/lab/item/$id',
      digest: 'ABC',
      tab: 't',
      locale: 'de-DE',
      release: 'fairlead@0.1.0',
    })
  })

  it.each([
    [{ message: 'a' }, 'a'],
    [{ message: { formatted: 'b' } }, 'b'],
    [{ logentry: { message: 'c %s', formatted: 'c d' } }, 'c d'],
    [{ exception: { values: [{ value: 'of the cause' }, { value: 'y' }] } }, 'y'],
    [{ exception: { values: [] } }, ''],
    [{ message: 'nul \0 and \ud800' }, 'nul  and \ufffd'],
    [{ tags: null, contexts: null, exception: null, fingerprint: null, message: null }, ''],
  ])('%j has the message %j', (event, message) => {
    expect(facts(event).message).toBe(message)
  })

  it('groups events that differ only in numbers, ids and builds', () => {
    const at = (value: string, filename: string) =>
      facts({ exception: { values: [{ value, stacktrace: { frames: [{ filename, function: 'f' }] } }] } }).fingerprint
    expect(at('item 1', 'http://a/_build/x-a1b2c3d4.js')).toBe(at('item 22', 'https://b/_build/x-e5f6a7b8.js?v=2'))
    expect(at('item 1', 'http://a/_build/x-a1b2c3d4.js')).not.toBe(at('item 1', 'http://a/_build/y-a1b2c3d4.js'))
    expect(facts({ fingerprint: ['0123456789abcdef'] }).fingerprint).toBe('0123456789abcdef')
  })

  it('ignores implausible times', () => {
    for (const timestamp of [1e30, -1, 'soon', undefined]) expect(facts({ timestamp }).at).toBe(receivedAt)
    expect(facts({ timestamp: '2026-11-18T00:00:00Z' }).at).toBe(Date.parse('2026-11-18T00:00:00Z'))
  })

  const apple = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132'],
    [`${apple} Version/18.1 Safari/605.1.15`, 'Safari 18'],
    [`${apple} Chrome/130.0.0.0 Safari/537.36`, 'Chrome 130'],
    [`${apple} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge 130'],
    [`${apple} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`, 'Opera 115'],
    [`${apple} Version/18.1`, null],
    [`Firefox/${'9'.repeat(100)}`, 'Firefox 999999999'],
  ])('has for %s the browser %s', (userAgent, browser) => {
    expect(facts({}, userAgent).browser).toBe(browser)
  })
})
