import { describe, expect, it } from 'vitest'
import {
  discardDeadLetters,
  listUndelivered,
  readDeliverySummary,
} from '#fairlead/error-reports/store/delivery-queue.server.ts'
import {
  resolveQuery,
  listFeedback,
  listReports,
  listSpans,
} from '#fairlead/error-reports/store/report-lookup.server.ts'
import { deleteProblems, updateProblemState, listFacets } from '#fairlead/error-reports/store/problems.server.ts'
import { PREFETCH_OUTCOMES, WAITS } from '#fairlead/error-reports/envelope/visits.ts'
import { readVitals, ROUTES } from '#fairlead/error-reports/store/vitals.server.ts'
import { envelope, LOCAL_DSN, randomId, spansEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { ENGINES } from '#tests/harness/test-database.ts'
import { DAY, NOW, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

describe.each(ENGINES)('the desk on %s', (dialect) => {
  const { accept, current, insert, list, messages } = withStore(dialect)

  it('groups reports into problems with tabs, days, times and the latest report', async () => {
    const last = randomId()
    await accept([
      { at: NOW - 2 * DAY, more: { tags: { tab: 'a' }, release: 'one' } },
      { at: NOW - DAY, more: { tags: { tab: 'b' }, release: 'one' } },
    ])
    await accept([{ at: NOW, id: last, more: { tags: { tab: 'a' }, release: 'two' } }])
    const { total, problems } = await list()
    expect(total).toBe(1)
    expect(problems).toMatchObject([
      { count: 3, tabs: 2, first_at: NOW - 2 * DAY, last_at: NOW, last_release: 'two', isNew: false, report: last },
    ])
    expect(problems[0]?.days.slice(-3)).toEqual([1, 1, 1])
    expect(problems[0]?.days).toHaveLength(14)
  })

  it('filters, searches and sorts', async () => {
    await accept([
      { value: 'the sea is 100% deep', at: NOW - 3 * DAY, more: { tags: { route: '/a' }, release: 'one' } },
      { type: 'RangeError', value: 'Ship_ahoy', at: NOW - 10, more: { tags: { route: '/b' }, release: 'two' } },
      { type: 'RangeError', value: 'ship ahoy', at: NOW - 9, more: { tags: { route: '/b' }, release: 'two' } },
      { type: 'RangeError', value: 'ship ahoy', at: NOW - 8, more: { tags: { route: '/c' }, release: 'two' } },
    ])
    expect(await messages({})).toEqual(['ship ahoy', 'Ship_ahoy', 'the sea is 100% deep'])
    expect(await messages({ sort: 'first' })).toEqual(['ship ahoy', 'Ship_ahoy', 'the sea is 100% deep'])
    expect((await list({ sort: 'count' })).problems[0]).toMatchObject({ message: 'ship ahoy', count: 2 })
    expect(await messages({ q: 'SHIP rangeerror' })).toHaveLength(2)
    expect(await messages({ q: 'ship_' })).toEqual(['Ship_ahoy'])
    expect(await messages({ q: '100%' })).toEqual(['the sea is 100% deep'])
    expect(await messages({ q: String.raw`\ ' "` })).toEqual([])
    expect(await messages({ kind: 'TypeError' })).toEqual(['the sea is 100% deep'])
    expect(await messages({ route: '/c' })).toEqual(['ship ahoy'])
    expect(await messages({ browser: 'Firefox 132', since: 'hour' })).toHaveLength(2)
    expect(await messages({ release: 'one' })).toEqual(['the sea is 100% deep'])
    expect(await messages({ isNew: true })).toHaveLength(2)
    expect(await list({}, 1, 2)).toMatchObject({ total: 3, problems: [{ message: 'the sea is 100% deep' }] })
    expect(await list({}, 9, 2)).toEqual({ total: 3, problems: [] })
    const facets = await listFacets(current())
    expect(facets.kind.toSorted()).toEqual(['RangeError', 'TypeError'])
    expect(facets.route.toSorted()).toEqual(['/a', '/b', '/c'])
    expect(facets.release.toSorted()).toEqual(['one', 'two'])
    expect(facets.browser).toEqual(['Firefox 132'])
  })

  it('lists the beginning of a long message', async () => {
    await accept([{ value: 'x'.repeat(1_500) }, { value: 'x'.repeat(1_500) }], true)
    const [problem] = (await list()).problems
    expect(problem?.message).toBe('x'.repeat(200))
    const [report] = await listReports(current(), 'fingerprint', problem?.fingerprint ?? '', '')
    expect(report?.message).toBe('x'.repeat(200))
    expect((await listUndelivered(current(), 1))[0]?.message).toBe('x'.repeat(200))
  })

  it('resolves, ignores and reopens; a recurring problem is open again', async () => {
    await accept([{ value: 'a' }, { value: 'b' }])
    const keys = (await list()).problems.map(({ fingerprint }) => fingerprint)
    await updateProblemState(current(), keys, 'resolved', NOW)
    expect(await messages({})).toEqual([])
    await accept([{ value: 'a' }])
    expect(await messages({})).toEqual(['a'])
    expect(await messages({ state: 'resolved' })).toEqual(['b'])
    await updateProblemState(current(), keys, 'ignored', NOW)
    await accept([{ value: 'a' }])
    expect(await messages({ state: 'ignored' })).toHaveLength(2)
    expect(await messages({ state: 'all' })).toHaveLength(2)
  })

  it('deletes a problem with its reports and nothing else', async () => {
    await accept([{ value: 'a' }, { value: 'a' }, { value: 'b' }], true)
    const problem = (await list({ q: 'a' })).problems.find(({ message }) => message === 'a')
    await deleteProblems(current(), [problem?.fingerprint ?? ''])
    expect(await messages({ state: 'all' })).toEqual(['b'])
    for (const table of ['reports', 'envelopes', 'deliveries'] as const) {
      expect(await current().db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
    }
    const remaining = await current().db.selectFrom('tallies').select('fingerprint').distinct().execute()
    expect(remaining).toHaveLength(1)
  })

  it('looks up by digest and id, without regard to case and separators', async () => {
    const id = randomId()
    await accept([{ id, more: { tags: { digest: 'K7QX2M9RTB' } } }, { more: { tags: { digest: 'NEXT:4411' } } }])
    const found = { id, digest: 'K7QX2M9RTB' }
    // Feedback on an error has the digest of the error.
    const said = { event_id: randomId(), tags: { digest: 'K7QX2M9RTB' }, contexts: { feedback: { message: 'dark' } } }
    const feedback = envelope({ dsn: LOCAL_DSN }, [{ type: 'feedback' }, said])
    await insert([feedback], NOW + 1)
    const dashed = id.toUpperCase().replaceAll(/.{8}(?=.)/g, '$&-')
    for (const typed of ['K7QX2M9RTB', ' k7qx 2m9r tb\n', 'K7QX2–M9RTB', id, dashed]) {
      expect(await resolveQuery(current(), typed), typed).toEqual(found)
    }
    expect(await resolveQuery(current(), 'next:4411')).toMatchObject({ digest: 'NEXT:4411' })
    for (const typed of ['', ' ', '\t', '-', 'K7OX2M9RTB', 'K7QX2M9RT', "'; drop table reports", 'x'.repeat(2_000)]) {
      expect(await resolveQuery(current(), typed), typed).toBeUndefined()
    }
  })

  it('collects feedback, spans and related reports of a report', async () => {
    const [id, other, traceId] = [randomId(), randomId(), randomId()]
    const trace = { contexts: { trace: { trace_id: traceId, span_id: 'b'.repeat(16) } } }
    await accept([
      { id, more: { ...trace, tags: { digest: 'K7QX2M9RTB' } } },
      { id: other },
      { id: randomId(), value: 'on the server', more: { ...trace, platform: 'node' } },
    ])
    const of = { trace_id: traceId, span_id: 'c'.repeat(16) }
    const span = { ...of, name: '<b>GET</b>', start_timestamp: 5, end_timestamp: 6 }
    const attributes = { 'sentry.op': { value: 'resource.css' }, 'url.full': { value: 'https://a.example/b/c.css?d' } }
    const file = { ...span, span_id: 'd'.repeat(16), name: 'a.example', start_timestamp: 7, attributes }
    const endless = { ...span, span_id: 'e'.repeat(16), end_timestamp: 1e30 }
    const transaction = { ...trace, transaction: '/x', start_timestamp: 4, timestamp: 9, spans: [{ span_id: 1 }] }
    const said = { event_id: id, comments: 'It broke <script>' }
    await insert([
      spansEnvelope([span, file, endless]),
      envelope({ dsn: LOCAL_DSN }, [{ type: 'transaction' }, transaction]),
      envelope({ dsn: LOCAL_DSN }, [{ type: 'user_report' }, said]),
    ])
    const { fingerprint } = await current()
      .db.selectFrom('reports')
      .select('fingerprint')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await listReports(current(), 'fingerprint', fingerprint, id)).toMatchObject([{ id: other }])
    expect(await listReports(current(), 'trace_id', traceId, id)).toMatchObject([{ message: 'on the server' }])
    expect(await listFeedback(current(), id, 'K7QX2M9RTB')).toMatchObject([{ message: 'It broke <script>' }])
    expect(await listSpans(current(), traceId)).toMatchObject([
      { name: '/x', start: 4, end: 9 },
      { name: '<b>GET</b>', start: 5, end: 6 },
      { name: '/b/c.css', op: 'resource.css', start: 7 },
    ])
  })

  it('summarizes delivery, and discards dead letters', async () => {
    await accept([{ at: NOW - 500 }, { at: NOW }], true)
    const [first] = await current().db.selectFrom('deliveries').select('envelope').orderBy('envelope').execute()
    expect(await readDeliverySummary(current(), 30, NOW)).toMatchObject({ waiting: 2, failed: 0, oldestAt: NOW - 500 })
    const refused = { state: 'aside', status: 400, reason: 'no', answered_at: NOW } as const
    const deliveries = current().db.updateTable('deliveries').set(refused)
    await deliveries.where('envelope', '=', first?.envelope ?? 0).execute()
    const failed = { waiting: 1, failed: 1, responses: [{ status: 400 }] }
    expect(await readDeliverySummary(current(), 30, NOW)).toMatchObject(failed)
    const deadLetters = await listUndelivered(current(), 10, ['aside'])
    expect(deadLetters).toMatchObject([{ status: 400, reason: 'no', message: 'x' }])
    await discardDeadLetters(current(), [deadLetters[0]?.envelope ?? 0])
    expect(await readDeliverySummary(current(), 30, NOW)).toMatchObject({ waiting: 1, failed: 0 })
    expect((await list()).total).toBe(1)
  })

  it('counts the counters beyond the ones it reads', async () => {
    const counter = { name: 'x', day: Math.floor(NOW / DAY), count: 1 }
    const counters = Array.from({ length: 302 }, (_, index) => ({ ...counter, label: String(index) }))
    await current().db.insertInto('counters').values(counters).execute()
    const summary = await readDeliverySummary(current(), 30, NOW)
    expect([summary.counters.length, summary.counterCount]).toEqual([300, 302])
  })

  it('reads a counter that is larger than a number of JavaScript', async () => {
    const counter = { name: 'x', day: Math.floor(NOW / DAY), label: '', count: 9e18 }
    await current().db.insertInto('counters').values(counter).execute()
    const { counters } = await readDeliverySummary(current(), 30, NOW)
    expect(counters).toEqual([{ name: 'x', label: '', count: 9e18 }])
  })

  it('reads the most measured routes, however many there are', async () => {
    const spans = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        trace_id: randomId(),
        span_id: String(from + index),
        attributes: {
          'sentry.segment.name': { value: `/route/${from + index}` },
          'browser.web_vital.lcp.value': { value: 100 },
          'browser.navigation.type': { value: 'soft-navigation' },
          'fairlead.navigation.found': { value: 'fresh' },
          'fairlead.navigation.waited': { value: '' },
          'fairlead.navigation.ms': { value: 10 },
        },
      }))
    const lists = [spans(0, 90), spans(90, 90), spans(180, 1), spans(180, 1)]
    await insert(lists.map((items) => spansEnvelope(items)))
    const { routes, soft, more } = await readVitals(current(), { days: 7, visits: 'soft', now: NOW })
    expect(more).toBe(true)
    expect(routes.length).toBe(ROUTES)
    expect(routes[0]).toMatchObject({ route: '/route/180', count: 2 })
    expect(soft).toMatchObject([{ found: 'fresh', waited: '', count: 182 }])
    expect(Object.keys(soft[0]?.values ?? {}).toSorted()).toEqual(['lcp', 'navigation'])
  })

  it('reads the most frequent states and waits of navigations, however many a visitor names', async () => {
    const waits = WAITS.flatMap((one, index) => WAITS.slice(index).map((other) => `${one} ${other}`))
    const pairs = PREFETCH_OUTCOMES.flatMap((found) => ['', '', ...waits].map((waited) => ({ found, waited })))
    const spans = pairs.map(({ found, waited }) => ({
      trace_id: randomId(),
      span_id: randomId().slice(0, 16),
      attributes: {
        'sentry.segment.name': { value: '/lab' },
        'fairlead.navigation.found': { value: found },
        'fairlead.navigation.waited': { value: waited },
        'fairlead.navigation.ms': { value: 10 },
      },
    }))
    await insert([spansEnvelope(spans.slice(0, 90)), spansEnvelope(spans.slice(90))])
    const { soft } = await readVitals(current(), { days: 7, visits: 'soft', now: NOW })
    expect(soft.length).toBe(30)
    const often = soft.filter(({ count }) => count === 2).map(({ found }) => found)
    expect(often).toEqual(PREFETCH_OUTCOMES)
  })

  it('reads the 75th percentile of web vitals', async () => {
    const spans = [400, 100, 200, 300].map((value, index) => ({
      trace_id: randomId(),
      span_id: String(index).repeat(16),
      attributes: { 'sentry.segment.name': { value: '/lab' }, 'browser.web_vital.lcp.value': { value } },
    }))
    await insert([spansEnvelope(spans)])
    const { routes, more } = await readVitals(current(), { days: 7, visits: 'unknown', now: NOW })
    expect(more).toBe(false)
    expect(routes).toMatchObject([{ route: '/lab', count: 4 }])
    expect(routes[0]?.values.lcp).toBeGreaterThan(290)
    expect(routes[0]?.values.lcp).toBeLessThan(310)
  })
})
