import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReportContext } from '#fairlead/error-reports/build-event.server.ts'
import { createMonitoring, type Monitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { captureException, createReportLimit, REPORT_LIMIT } from '#fairlead/error-reports/capture-exception.server.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { testEnv } from '#tests/harness/test-env.ts'

let monitoring: Monitoring
let accepted: EnvelopeRecord[]
let counted: [name: string, label: string][]

beforeEach(async () => {
  accepted = []
  counted = []
  monitoring = createMonitoring(testEnv(), {
    start: () => ({
      opened: async () => true,
      limits: () => expect.unreachable(),
      accept: async (record) => accepted.push(record) > 0,
      count: (name, label) => void counted.push([name, label]),
      fault: () => undefined,
      close: async () => {},
    }),
  })
  await monitoring.opened(1_000)
})
afterEach(() => monitoring.close())

const reportOf = (digest: string) => accepted.find(({ report }) => report?.digest === digest)

const circular = new Error('x')
circular.cause = circular

function hostile(): Error {
  return new Proxy(new Error('x'), {
    get() {
      throw new Error('not to be looked at')
    },
  })
}

describe('captureException', () => {
  it('stores a server error with its causes, under the returned id', async () => {
    const error = new TypeError('outer 42', { cause: new Error('inner') })
    const { id, stored } = captureException(error, {
      digest: 'K7M2Q9XWTP',
      route: '/lab/item/$id',
      traceId: 'a'.repeat(32),
    })
    expect(await stored).toBe(true)
    const found = reportOf('K7M2Q9XWTP')
    const facts = { side: 'server', kind: 'TypeError', message: 'outer 42', route: '/lab/item/$id' }
    expect(found).toMatchObject({ eventId: id, report: { ...facts, traceId: 'a'.repeat(32) } })
    const values = found?.event?.exception?.values ?? []
    expect(values.map(({ value }) => value)).toEqual(['inner', 'outer 42'])
    expect(values[1]?.stacktrace?.frames?.at(-1)?.filename).toContain('capture-exception.test.ts')
  })

  it.each([
    ['a string', 'boom'],
    ['nothing', undefined],
    ['null', null],
    ['a symbol', Symbol('x')],
    ['an object', { code: 1 }],
    ['an object that names itself', Object.assign(Object.create(null) as object, { toJSON: 1 })],
    ['an error without stack', Object.assign(new Error('x'), { stack: undefined })],
    ['an error that causes itself', circular],
    ['an error whose properties cannot be read', hostile()],
    ['a message of 5 MB', new Error('x'.repeat(5_000_000))],
  ])('takes %s', async (_, thrown) => {
    const { id, stored } = captureException(thrown)
    expect(id).toMatch(/^[\da-f]{32}$/)
    expect(await stored).toBe(true)
    expect(accepted).toMatchObject([{ eventId: id, report: { side: 'server' } }])
  })

  async function sendAll(contexts: readonly ReportContext[]) {
    const error = new Error('the same object each time')
    const reports = contexts.map((context) => captureException(error, context))
    await Promise.all(reports.map(({ stored }) => stored))
    return { count: accepted.length, reports }
  }

  it('records every one of a thousand failures at once', async () => {
    const { count } = await sendAll(Array.from({ length: 1_000 }, (_, at) => ({ fingerprint: `failure-${at}` })))
    expect(count).toBe(1_000)
  })

  it('records one failure up to its limit in a minute, and counts the rest', async () => {
    const contexts = Array.from({ length: 1_000 }, (_, at) => ({ fingerprint: 'storm', digest: `DIGEST-${at}` }))
    const { count, reports } = await sendAll(contexts)
    expect(count).toBe(REPORT_LIMIT.perMinute)
    // The digest that a visitor is shown leads to a report that is stored.
    const { digest = '' } = reports.at(-1) ?? {}
    expect(digest).toBe(`DIGEST-${REPORT_LIMIT.perMinute - 1}`)
    expect(reportOf(digest)).toBeDefined()
    const repeated = Array.from({ length: 1_000 - REPORT_LIMIT.perMinute }, () => ['repeated', 'storm'])
    expect(counted).toEqual(repeated)
  })
})

describe('reports of one failure', () => {
  /** Returns a function that makes a report, which is its number. */
  function limit(fingerprints = 10) {
    let made = 0
    const run = createReportLimit<number>({ perMinute: 2, fingerprints })
    return (fingerprint: string, now: number) => run(fingerprint, now, () => ++made)
  }

  it('are created again after a minute, and when the clock was set back', () => {
    const take = limit()
    for (const now of [0, 1, 2]) take('a', now)
    expect(take('a', 59_999)).toEqual({ type: 'dropped', report: 2 })
    expect(take('a', 60_000)).toEqual({ type: 'made', report: 3 })
    for (const now of [60_001, 60_002]) take('a', now)
    expect(take('a', 5)).toEqual({ type: 'made', report: 5 })
  })

  it('are evicted when there are too many others, least recent first', () => {
    const take = limit(2)
    for (const fingerprint of ['a', 'b', 'a', 'c']) take(fingerprint, 0)
    expect(take('a', 1).type).toBe('dropped')
    for (let count = 0; count < 2; count++) expect(take('b', 1).type).toBe('made')
  })
})
