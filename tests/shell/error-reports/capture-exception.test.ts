import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '#app/server/env.server.ts'
import type { ReportContext } from '#app/error-reports/build-event.server.ts'
import { createMonitoring, getMonitoring, type Monitoring } from '#app/error-reports/monitoring.server.ts'
import { captureException, REPORT_LIMIT } from '#app/error-reports/capture-exception.server.ts'
import { getReport } from '#app/error-reports/store/report-lookup.server.ts'
import { temporaryStore } from '#tests/shell/error-reports/stores.ts'

let monitoring: Monitoring
let remove: () => Promise<void>

beforeEach(async () => {
  const { dataDir, remove: removeFolder } = await temporaryStore()
  const parsed = parseEnv({ ...process.env, DATA_DIR: dataDir })
  if (parsed.type === 'faulty') throw new Error(parsed.fault)
  monitoring = createMonitoring(parsed.env)
  await monitoring.opened(5_000)
  remove = async () => {
    await monitoring.close()
    await removeFolder()
  }
})
afterEach(() => remove())

function hostile(): Error {
  return new Proxy(new Error('x'), {
    get() {
      throw new Error('not to be looked at')
    },
  })
}

describe('report', () => {
  it('stores a server error with its causes, under the returned id', async () => {
    const error = new TypeError('outer 42', { cause: new Error('inner') })
    const { id, stored } = captureException(error, {
      digest: 'K7M2Q9XWTP',
      route: '/lab/item/$id',
      traceId: 'a'.repeat(32),
    })
    expect(await stored).toBe(true)
    const found = await getReport(monitoring.store(), 'k7m2q9xwtp')
    expect(found).toMatchObject({
      report: {
        id,
        side: 'server',
        kind: 'TypeError',
        message: 'outer 42',
        route: '/lab/item/$id',
        trace_id: 'a'.repeat(32),
      },
      delivery: undefined,
    })
    const values = found?.event.exception?.values ?? []
    expect(values.map(({ value }) => value)).toEqual(['inner', 'outer 42'])
    expect(values[1]?.stacktrace?.frames?.at(-1)?.filename).toContain('capture-exception.test.ts')
  })

  it.each([
    ['a string', 'boom'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 42],
    ['a symbol', Symbol('x')],
    ['an object', { code: 1 }],
    ['an object that names itself', Object.assign(Object.create(null) as object, { toJSON: 1 })],
    ['an error without stack', Object.assign(new Error('x'), { stack: undefined })],
    [
      'an error that causes itself',
      (() => {
        const error = new Error('x')
        error.cause = error
        return error
      })(),
    ],
    ['an error whose properties cannot be read', hostile()],
    ['a message of 5 MB', new Error('x'.repeat(5_000_000))],
  ])('takes %s', async (_, thrown) => {
    const { id, stored } = captureException(thrown)
    expect(id).toMatch(/^[\da-f]{32}$/)
    expect(await stored).toBe(true)
    expect(await getReport(monitoring.store(), id)).toMatchObject({ report: { id, side: 'server' } })
  })

  async function sendAll(contexts: readonly ReportContext[]) {
    const error = new Error('the same object each time')
    const reports = contexts.map((context) => captureException(error, context))
    await Promise.all(reports.map(({ stored }) => stored))
    const { count } = await monitoring
      .store()
      .db.selectFrom('problems')
      .select(({ fn }) => fn.sum<number>('count').as('count'))
      .executeTakeFirstOrThrow()
    return { count, reports }
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
    expect((await getReport(monitoring.store(), digest))?.report.digest).toBe(digest)
    const counters = () => monitoring.store().db.selectFrom('counters').selectAll().where('name', '=', 'repeated')
    await vi.waitFor(async () => {
      const [counter] = await counters().execute()
      expect(counter).toMatchObject({ label: 'storm', count: 1_000 - REPORT_LIMIT.perMinute })
    }, 30_000)
  })

  it('is one for the process', () => {
    expect(getMonitoring()).toBe(monitoring)
  })
})
