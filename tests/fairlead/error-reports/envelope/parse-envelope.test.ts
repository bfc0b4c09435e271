import { describe, expect, it } from 'vitest'
import { deliveryHeader } from '#fairlead/error-reports/delivery/send-envelope.server.ts'
import { sanitizeHeader } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { announcesSpans, joinItems, parseEnvelope, parseJson } from '#fairlead/error-reports/envelope/parse-envelope.ts'

function parse(text: string | Buffer) {
  return parseEnvelope(Buffer.from(text as string))
}

describe('an envelope', () => {
  it.each([
    ['only a header', '{}', []],
    ['a header and its newline', '{}\n', []],
    ['an item without length', '{}\n{"type":"session"}\nabc', ['abc']],
    ['a newline at the end', '{}\n{"type":"session"}\nabc\n', ['abc']],
    ['an item with length', '{}\n{"type":"session","length":3}\nabc', ['abc']],
    ['newlines inside a payload with length', '{}\n{"type":"session","length":3}\n\n\n\n\n', ['\n\n\n']],
    ['an empty payload with length', '{}\n{"type":"session","length":0}\n\n{"type":"event"}\nx', ['', 'x']],
    ['an empty payload at the end', '{}\n{"type":"session","length":0}', ['']],
    ['a carriage return, which is the payload’s', '{}\n{"type":"session"}\nabc\r\n', ['abc\r']],
    ['unknown keys and types', '{"x":1}\n{"type":"y","z":{}}\nabc', ['abc']],
    ['keys of objects within that are alike', '{"a":{"b":1},"b":{"b":["a","a"]}}', []],
    ['values that look like its keys', '{"a":"\\"a\\":","b":"a"}', []],
  ])('may have %s', (_, text, payloads) => {
    const parsed = parse(text)
    expect(parsed.type).toBe('ok')
    if (parsed.type !== 'ok') return
    expect(parsed.envelope.items.map(({ payload }) => Buffer.from(payload).toString())).toEqual(payloads)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{a}'],
    ['a list', '[]'],
    ['padding before the header', ' {}'],
    ['padding after the header', '{} '],
    ['a carriage return after the header', '{}\r\n{"type":"event"}\nx'],
    ['a byte order mark', '\ufeff{}'],
    ['a blank line between items', '{}\n{"type":"event"}\nx\n\n{"type":"event"}\nx'],
    ['two newlines at the end', '{}\n{"type":"event"}\nx\n\n'],
    ['an item without a type', '{}\n{}\nx'],
    ['a type that is no text', '{}\n{"type":1}\nx'],
    ['fewer bytes than announced', '{}\n{"type":"event","length":4}\nabc'],
    ['more bytes than announced', '{}\n{"type":"event","length":2}\nabc'],
    ['a length that leads back to its header', '{}\n{"type":"event","length":-31}\nabc'],
    ['a length as text', '{}\n{"type":"event","length":"3"}\nabc'],
    ['a length beyond everything', '{}\n{"type":"event","length":9007199254740991}\nabc'],
    ['an item_count beyond everything', '{}\n{"type":"span","item_count":9e18}\nabc'],
    ['an item_count without end', '{}\n{"type":"span","item_count":1e999}\nabc'],
    ['an item_count below none', '{}\n{"type":"span","item_count":-1}\nabc'],
    ['an item_count of halves', '{}\n{"type":"span","item_count":0.5}\nabc'],
    ['an item_count as text', '{}\n{"type":"span","item_count":"1"}\nabc'],
    ['a key twice in its header', '{"sent_at":"a","sent_at":"b"}'],
    ['a key twice, once escaped', '{"dsn":"a","ds\\u006e":"b"}'],
    ['a key twice, with spaces', '{"a":1 , "a" : 2}'],
    ['the prototype twice', '{"__proto__":1,"__proto__":2}'],
    ['a type twice', '{}\n{"type":"check_in","type":"event"}\nx'],
    ['a header that is not UTF-8', Buffer.from('7b2261223a22ff227d', 'hex')],
  ])('may not have %s', (_, text) => {
    expect(parse(text).type).toBe('malformed')
  })

  it('has a limit for items, headers and depth', () => {
    expect(parse(`{}${'\n{"type":"a"}\n'.repeat(101)}`)).toMatchObject({ type: 'too-large' })
    expect(parse(`{"a":"${'x'.repeat(20_000)}"}`)).toMatchObject({ type: 'malformed' })
    expect(parse(`{"a":${'['.repeat(101)}${']'.repeat(101)}}`)).toMatchObject({ type: 'malformed' })
  })

  it('is serialized byte for byte as parsed', () => {
    const items = '{"type":"session" , "z":1.0}\n{"a":  1}\r\n{"type":"attachment","length":3}\n\n\u0000\n'
    const parsed = parse(`{}\n${items}`)
    expect(parsed.type === 'ok' && joinItems(parsed.envelope.items).toString()).toBe(items)
  })
})

it('JSON may not be nested deeper than allowed, brackets in text not counted', () => {
  expect(parseJson(Buffer.from(`"${'['.repeat(50)}"`), 10).type).toBe('ok')
  const issue = 'is nested deeper than 10 levels'
  expect(parseJson(Buffer.from('['.repeat(1_000_000)), 10)).toEqual({ type: 'invalid', issue })
})

describe('the beginning of an envelope', () => {
  it.each([
    ['{}\n{"type":"span"}\n{"items":[', true],
    ['{}\n{"type":"session"}\nx\n{"type":"transaction"}\n{', true],
    ['{}\n{"type":"session","length":5}\nab', false],
    ['{}\n{"type":"event"}\n{"type":"span"}', false],
    ['{}\n{"type":"sp', false],
    ['', false],
  ])('%j announces spans: %s', (text, announces) => {
    expect(announcesSpans(Buffer.from(text))).toBe(announces)
  })
})

describe('the header for the ingest', () => {
  const receivedAt = Date.parse('2026-11-21T12:00:00Z')
  const stored = { event_id: 'a', sent_at: '2026-11-21T11:58:00.000Z' }
  const sentAt = (now: string) =>
    (JSON.parse(deliveryHeader(stored, 'https://k@h/1', receivedAt, Date.parse(now))) as { sent_at?: string }).sent_at

  it('moves sent_at by the time the envelope was stored here, unless the clock was set back, and never adds one', () => {
    expect(sentAt('2026-11-21T18:00:00Z')).toBe('2026-11-21T17:58:00.000Z')
    expect(sentAt('2026-11-21T11:00:00Z')).toBe('2026-11-21T11:58:00.000Z')
    expect(deliveryHeader({}, 'https://k@h/1', 0, 5)).toBe('{"dsn":"https://k@h/1"}')
  })

  it('has the keys that a client may set and none that a Relay adds', () => {
    const header = { dsn: 'x', sdk: { name: 'a' }, trace: [], sent_at: 'soon', remote_addr: '1.2.3.4' }
    expect(sanitizeHeader(header, 'abc')).toEqual({ event_id: 'abc', sdk: { name: 'a' } })
  })
})
