import { beforeAll, describe, expect, it } from 'vitest'
import { PREFETCH_OUTCOMES, WAITS } from '#fairlead/error-reports/envelope/visits.ts'
import { ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { askDesk, signIn, TOKEN } from '#tests/site/http/desk.ts'
import { envelope, errorEvent, LOCAL_DSN, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { OTHER_PREFIX } from '#tests/site/languages.ts'

/**
 * The maximum bytes of any page of the desk, whatever was sent. Lengths are limited in characters, and here each has the
 * longest escapes.
 */
const MAX_BYTES = 3_000_000

/** Characters with the longest escapes in HTML and in scripts. */
const ESCAPED = `"'<&\\\u2028あ`

const server = withServer({ env: { OPERATOR_TOKEN: TOKEN } })
let cookie: string

const long = (length: number): string => ESCAPED.repeat(Math.ceil(length / ESCAPED.length)).slice(0, length)

async function send(text: string): Promise<void> {
  const { status } = await fetch(`${server.origin}/monitoring`, { method: 'POST', body: text })
  if (status !== 200) throw new Error(`the tunnel responded ${status}`)
}

/** Stores an event and returns its id and its JSON. */
async function sendEvent(more: object): Promise<{ id: string; json: string }> {
  const id = randomId()
  const event = errorEvent(id, more)
  await send(envelope({ event_id: id, dsn: LOCAL_DSN }, [{ type: 'event' }, event]))
  return { id, json: JSON.stringify(event) }
}

function spans(traceId: string, count: number, attributes: (index: number) => object): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => ({
    trace_id: traceId,
    span_id: `${long(20)}${index}`,
    parent_span_id: long(32),
    name: long(300),
    start_timestamp: index,
    end_timestamp: 8.64e12,
    attributes: { 'sentry.op': { value: long(100) }, ...attributes(index) },
  }))
  return send(
    envelope({ dsn: LOCAL_DSN }, [
      { type: 'span', item_count: count },
      { version: 2, items },
    ]),
  )
}

function nested(depth: number, innermost: unknown): unknown {
  return depth === 0 ? innermost : [nested(depth - 1, innermost)]
}

const thrown = (frames: object[]) => ({ type: long(500), value: long(5_000), stacktrace: { frames } })
const frame = (filename: string, more: object = {}) => ({ filename, function: 'f', lineno: 1, colno: 1, ...more })

/** Sends an event in which everything that a page shows has its maximum length. */
async function sendEverything(): Promise<{ id: string; json: string }> {
  const traceId = randomId()
  const stack = Array.from({ length: 100 }, () => frame(long(100), { function: long(100), in_app: true }))
  const sent = await sendEvent({
    exception: { values: Array.from({ length: 10 }, () => thrown(stack)) },
    breadcrumbs: Array.from({ length: 60 }, () => ({ timestamp: 1, category: long(80), message: long(2_500) })),
    contexts: {
      trace: { trace_id: traceId },
      params: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}${long(100)}`, long(400)])),
      csp: { directive: long(100), blocked: long(400), source: long(400) },
    },
    request: { method: long(100), url: long(1_000) },
    release: long(300),
    environment: long(100),
    tags: { digest: 'LQNGEST234', route: long(400), browser: long(100), locale: long(100), tab: long(100) },
  })
  for (let turn = 0; turn < 20; turn++) {
    await send(envelope({ dsn: LOCAL_DSN }, [{ type: 'user_report' }, { event_id: sent.id, comments: long(4_000) }]))
    await sendEvent({ contexts: { trace: { trace_id: traceId } }, exception: { values: [thrown([])] } })
  }
  await spans(traceId, 400, () => ({}))
  return sent
}

let everything: { id: string; json: string }
const hostile: Record<string, () => Promise<{ id: string }>> = {
  'a file on another host': () =>
    sendEvent({ exception: { values: [thrown([frame('file://evil/x.js'), frame('file:///a%2Fb.js')])] } }),
  'invalid places': () =>
    sendEvent({
      exception: {
        values: [
          thrown([
            frame('file:///%00', { lineno: -1, colno: 1e308 }),
            frame(`${server.origin}/_build/x.js`, { lineno: 0.5, colno: -1e308 }),
          ]),
        ],
      },
    }),
  'a deep list': () => sendEvent({ extra: { list: nested(90, Array(40_000).fill(0)) } }),
  'a long text': () => sendEvent({ extra: { text: long(150_000) } }),
  'values of a wrong type': () =>
    sendEvent({
      breadcrumbs: { values: [null, 1, { timestamp: 'x', data: [1] }] },
      contexts: { params: [1], csp: 'x' },
    }),
}
const reports: Record<string, { id: string }> = {}

beforeAll(async () => {
  cookie = await signIn(server.origin)
  for (const [name, report] of Object.entries(hostile)) reports[name] = await report()
  reports.everything = everything = await sendEverything()
  for (let turn = 0; turn < 60; turn++) {
    await sendEvent({
      exception: { values: [{ type: `${turn}${long(200)}`, value: `${turn}${long(2_000)}` }] },
      release: `${turn}${long(300)}`,
      tags: { route: `${turn}${long(400)}`, browser: `${turn}${long(100)}` },
    })
    await spans(randomId(), ENVELOPE.spans, (index) => ({
      'sentry.transaction': { value: `/${turn}/${index}/${long(300)}` },
      'browser.web_vital.lcp.value': { value: index },
      'browser.navigation.type': { value: index % 2 ? 'soft-navigation' : 'navigate' },
      'fairlead.navigation.found': { value: PREFETCH_OUTCOMES[index % 7] },
      'fairlead.navigation.waited': { value: WAITS.slice(index % 5).join(' ') },
    }))
    await send(envelope({ dsn: LOCAL_DSN }, [{ type: `unknown ${turn}${long(100)}` }, {}]))
  }
}, 120_000)

const paths: [name: string, path: () => string][] = [
  ...[
    '/reports',
    '/reports?q=a',
    '/reports/vitals',
    '/reports/vitals?days=30&visits=soft',
    '/reports/delivery',
    '/reports/cache',
  ].map((path): [string, () => string] => [path, () => path]),
  [`/reports/find with a long text`, () => `/reports/find?${new URLSearchParams({ id: long(150) })}`],
  ...[...Object.keys(hostile), 'everything'].map((name): [string, () => string] => [
    `the report of ${name}`,
    () => `/reports/${reports[name]?.id}`,
  ]),
]

describe.each(['', OTHER_PREFIX])('below %j the desk stays under 3 MB whatever was sent', (prefix) => {
  it.each(paths)('%s', async (_, path) => {
    const { status, text } = await askDesk(server.origin, prefix + path(), cookie)
    expect(status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES)
  })
})

describe('a report at the limits', () => {
  it('has all that its page shows shortened, and links to the raw event', async () => {
    const { text } = await askDesk(server.origin, `/reports/${everything.id}`, cookie)
    expect(text.match(/<li data-in-app/g)).toHaveLength(5 * 50)
    expect(text).toContain(`href="/reports/${everything.id}?event=file"`)
    expect(text).toContain('Only the beginning is shown.')
  })

  it('has the raw event as a file, byte for byte', async () => {
    const { status, headers, text } = await askDesk(
      server.origin,
      `${OTHER_PREFIX}/reports/${everything.id}?event=file`,
      cookie,
    )
    expect(status).toBe(200)
    expect(text).toBe(everything.json)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="event-${everything.id}.json"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('has no file when the report is unknown', async () => {
    expect((await askDesk(server.origin, '/reports/NOSUCHONE2?event=file', cookie)).status).toBe(404)
  })
})
