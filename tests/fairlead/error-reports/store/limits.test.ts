import { describe, expect, it, vi } from 'vitest'
import { ENVELOPE } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import { ENVELOPE_BATCH, createBatcher } from '#fairlead/error-reports/store/group-commit.ts'
import { insertEnvelopes } from '#fairlead/error-reports/store/insert-envelopes.server.ts'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { isDataError } from '#fairlead/database/database-errors.ts'
import type { EnvelopeRecord } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { createCounters } from '#fairlead/error-reports/store/counters.server.ts'
import { ENGINES } from '#tests/harness/test-database.ts'
import { DAY, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'
import { errorEnvelope, randomId, recordFor, spansEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'

/** Spans that all measure something, each on a route of its own. */
function vitalsEnvelope(count: number): string {
  const name = randomId()
  const items = Array.from({ length: count }, (_, index) => ({
    trace_id: randomId(),
    span_id: index.toString(16).padStart(16, '0'),
    name: 'pageload',
    start_timestamp: 1,
    end_timestamp: 2,
    attributes: {
      'sentry.transaction': { value: `/${name}/${index}` },
      'browser.web_vital.lcp.value': { value: 1_000 + index },
      'browser.web_vital.cls.value': { value: 0.1 },
    },
  }))
  return spansEnvelope(items)
}

/** An envelope that no database takes: a column that has to be there is empty. */
function poisoned(): EnvelopeRecord {
  return { ...recordFor(errorEnvelope()), kind: null as unknown as EnvelopeRecord['kind'] }
}

describe.each(ENGINES)('the limits of the store on %s', (flavour) => {
  const { accept, current, location } = withStore(flavour)
  const stored = async () => (await current().db.selectFrom('envelopes').select('id').execute()).length

  it('the maximum of measurements is one commit', async () => {
    const records = Array.from({ length: ENVELOPE_BATCH.maxItems }, () => recordFor(vitalsEnvelope(ENVELOPE.spans)))
    expect(await insertEnvelopes(current(), records, true)).toBe(ENVELOPE_BATCH.maxItems)
    const { count } = await current()
      .db.selectFrom('vitals_by_type')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(ENVELOPE_BATCH.maxItems * ENVELOPE.measurements)
    // More than one statement could hold.
    expect(count * 6).toBeGreaterThan(65_535)
  })

  it('an envelope that the database refuses is refused alone', async () => {
    const records = [...Array.from({ length: 20 }, () => recordFor(errorEnvelope())), poisoned()]
    const commit = (some: readonly EnvelopeRecord[]) => insertEnvelopes(current(), some, true)
    const batcher = createBatcher(commit, { ...ENVELOPE_BATCH, isItemError: isDataError })
    const results = await Promise.allSettled(records.map((record) => batcher.add(record)))
    expect(results.map(({ status }) => status)).toEqual([...records.slice(1).map(() => 'fulfilled'), 'rejected'])
    expect(await stored()).toBe(20)
  })

  it('a problem has at most its number of search terms, also with concurrent reports', async () => {
    const words = Array.from({ length: 150 }, (_, index) => index)
    const faults = Array.from({ length: 20 }, (_, report) => ({
      more: { breadcrumbs: words.map((word) => ({ message: `word${report}of${word}` })) },
    }))
    await accept(faults)
    await accept(faults)
    const written = await current().db.selectFrom('words').select('word').execute()
    expect(written.length).toBe(500)
  })

  it('labels from outside are limited for each day', async () => {
    let day = 0
    const counters = createCounters(current(), () => day * DAY)
    for (let label = 0; label < 1_000; label++) {
      counters.count('dropped-item', `type ${label}`)
      if (label % 100 === 0) await counters.flush()
    }
    counters.count('refused', '413')
    day = 1
    counters.count('dropped-item', 'another')
    await counters.flush()
    const rows = await current().db.selectFrom('counters').selectAll().execute()
    expect(rows.length).toBe(103)
    expect(rows.find(({ label }) => label === 'other')).toMatchObject({ day: 0, count: 900 })
    expect(rows).toContainEqual({ day: 0, name: 'refused', label: '413', count: 1 })
    expect(rows).toContainEqual({ day: 1, name: 'dropped-item', label: 'another', count: 1 })
  })

  it('a counter that cannot be written is dropped alone', async () => {
    const counters = createCounters(current(), () => DAY)
    counters.count('refused', '400')
    counters.count('sampled', 'span', NaN)
    counters.count('refused', '413')
    await expect(counters.flush()).rejects.toThrow(/null|bigint/i)
    const rows = await current().db.selectFrom('counters').select(['label', 'count']).orderBy('label').execute()
    expect(rows).toEqual([
      { label: '400', count: 1 },
      { label: '413', count: 1 },
    ])
    expect(await counters.flush()).toBe(false)
  })

  it('an unavailable store fails the batch at once', async () => {
    const store = await openDatabase(location())
    await store.db.destroy()
    const commit = vi.fn((some: readonly EnvelopeRecord[]) => insertEnvelopes(store, some, true))
    const batcher = createBatcher(commit, { ...ENVELOPE_BATCH, isItemError: isDataError })
    const results = await Promise.allSettled([1, 2, 3].map(() => batcher.add(recordFor(errorEnvelope()))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(commit).toHaveBeenCalledTimes(1)
  })
})
