import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DeliveryOutcome } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import { createCounters } from '#fairlead/error-reports/store/counters.server.ts'
import {
  listUndelivered,
  createStoredQueue,
  retryDeadLetters,
} from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { getReport } from '#fairlead/error-reports/store/report-lookup.server.ts'
import { openDatabase } from '#fairlead/error-reports/store/open-database.server.ts'
import { applyRetention } from '#fairlead/error-reports/store/retention.server.ts'
import { createStoredBuckets } from '#fairlead/error-reports/store/buckets.server.ts'
import { UNLIMITED } from '#fairlead/platform/http/shared-buckets.server.ts'
import {
  envelope as envelopeOf,
  errorEnvelope,
  LOCAL_DSN,
  randomId,
  sessionEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'
import { ENGINES } from '#tests/harness/test-database.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { DAY, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

describe.each(ENGINES)('the store on %s', (flavour) => {
  const { current, insert, location, reopen } = withStore(flavour)

  const accept = (...texts: string[]) => insert(texts, Date.now(), true)
  const claim = (now = Date.now(), owner = 'me', limit = 10) =>
    createStoredQueue(current(), owner).claim({ now, leaseMs: 1_000, limit })
  const complete = (owner: string, outcomes: readonly DeliveryOutcome[]) =>
    Promise.all(outcomes.map(createStoredQueue(current(), owner).complete))
  const counted = async (name: string) => {
    const rows = await current().db.selectFrom('counters').selectAll().where('name', '=', name).execute()
    return Object.fromEntries(rows.map(({ label, count }) => [label, count]))
  }

  it.runIf(flavour === 'sqlite').each([0o755, 0o777])('is for its owner alone in a folder of mode %o', async (mode) => {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, mode)
    const modes = () => readdirSync(dataDir).map((file) => [file, statSync(join(dataDir, file)).mode & 0o777])
    const expected = ['reports.db', 'reports.db-shm', 'reports.db-wal'].map((file) => [file, 0o600])
    for (const before of [undefined, 0o644]) {
      // Files of an earlier version.
      if (before !== undefined) readdirSync(dataDir).forEach((file) => chmodSync(join(dataDir, file), before))
      const opened = await openDatabase({ dataDir })
      expect(modes()).toEqual(expected)
      await opened.db.destroy()
    }
  })

  it('keeps what it accepted when it is opened again', async () => {
    const id = randomId()
    await accept(errorEnvelope(id, LOCAL_DSN, { tags: { digest: 'K7M2Q9XWTP' } }))
    await reopen()
    const found = await getReport(current(), ' k7m2q 9xwtp ')
    expect(found).toMatchObject({ report: { id, digest: 'K7M2Q9XWTP', kind: 'TypeError' }, event: { event_id: id } })
    expect(await getReport(current(), id.toUpperCase())).toMatchObject({ report: { id } })
    expect(await getReport(current(), 'x')).toBeUndefined()
  })

  it('stores an envelope once, however often it is sent', async () => {
    const [text, session] = [errorEnvelope(), sessionEnvelope()]
    expect(await accept(text, session, text)).toBe(2)
    expect(await accept(text, session)).toBe(0)
    expect(await claim()).toHaveLength(2)
  })

  it('groups reports into problems, and reopens a resolved one that recurs', async () => {
    await accept(errorEnvelope(), errorEnvelope())
    await current().db.updateTable('problems').set({ state: 'resolved' }).execute()
    await accept(errorEnvelope(randomId(), LOCAL_DSN, { release: 'fairlead@0.2.0' }))
    expect(await current().db.selectFrom('problems').selectAll().execute()).toMatchObject([
      { count: 3, state: 'open', first_release: 'fairlead@0.1.0', last_release: 'fairlead@0.2.0' },
    ])
  })

  it('counts only the reports that it stores: of an event and feedback with one id, the first', async () => {
    const id = randomId()
    const feedback = { event_id: id, contexts: { feedback: { message: 'dark' } } }
    await accept(errorEnvelope(id))
    await accept(envelopeOf({ dsn: LOCAL_DSN }, [{ type: 'feedback' }, feedback]))
    expect(await current().db.selectFrom('problems').select(['kind', 'count']).execute()).toEqual([
      { kind: 'TypeError', count: 1 },
    ])
  })

  it('keeps the latest release of a problem when the last report of a batch names none', async () => {
    const named = (release: string | undefined) => errorEnvelope(randomId(), LOCAL_DSN, { release })
    await accept(named('fairlead@0.1.0'))
    await accept(named('fairlead@0.2.0'), named('fairlead@0.3.0'), named(undefined))
    expect(await current().db.selectFrom('problems').select(['count', 'last_release']).execute()).toEqual([
      { count: 4, last_release: 'fairlead@0.3.0' },
    ])
  })

  it('leases the oldest first, to one process at a time, until the lease ends', async () => {
    const ids = [randomId(), randomId(), randomId()]
    for (const id of ids) await accept(errorEnvelope(id))
    const now = Date.now()
    const [first, second] = await Promise.all([claim(now, 'a', 2), claim(now, 'b', 2)])
    const eventIds = [...first, ...second].map(({ header }) => header.event_id)
    expect(eventIds).toHaveLength(3)
    expect(new Set(eventIds)).toEqual(new Set(ids))
    expect(await claim(now + 999, 'c')).toEqual([])
    expect((await claim(now + 1_000, 'c')).map(({ header }) => header.event_id)).toEqual(ids)
    // The lease of the first is over: what it says now counts no more.
    const response = { at: 1, status: 200, reason: null }
    const done = { state: 'done', nextAt: 0, attempts: 1, accepted: [], response } as const
    const outcomes = [...first, ...second].map(({ envelope }) => ({ ...done, envelope }))
    await complete('a', outcomes)
    expect(await listUndelivered(current(), 10)).toHaveLength(3)
    await complete('c', outcomes)
    expect(await listUndelivered(current(), 10)).toEqual([])
  })

  it('keeps bodies byte for byte', async () => {
    const text = errorEnvelope(randomId(), LOCAL_DSN, { message: 'nul \u0000, half \ud800, 日本 \u001b[31m' })
    await accept(text)
    const [claimed] = await claim()
    expect(Buffer.from(claimed?.body ?? []).toString()).toBe(text.slice(text.indexOf('\n') + 1))
  })

  it('queues dead letters again', async () => {
    await accept(errorEnvelope())
    const [claimed] = await claim()
    const envelope = claimed?.envelope ?? 0
    const response = { at: 5, status: 413, reason: 'big' }
    await complete('me', [{ envelope, state: 'aside', nextAt: 0, attempts: 1, accepted: [], response }])
    expect(await claim(Date.now() + DAY)).toEqual([])
    expect(await listUndelivered(current(), 10)).toMatchObject([{ state: 'aside', status: 413, reason: 'big' }])
    await retryDeadLetters(current(), [envelope], 7)
    expect(await claim()).toHaveLength(1)
  })

  it('drops and counts envelopes that are too old', async () => {
    const now = Date.now()
    const counters = createCounters(current(), () => now)
    for (const days of [31, 29]) await insert([errorEnvelope()], now - days * DAY, true)
    await applyRetention(current(), { days: 30, bytes: 1e9 }, counters, now)
    await counters.flush()
    expect(await current().db.selectFrom('reports').select('id').execute()).toHaveLength(1)
    expect(await counted('retention-age')).toEqual({ error: 1 })
    expect(await counted('retention-undelivered')).toEqual({ error: 1 })
  })

  it('adds to counters', async () => {
    const counters = createCounters(current(), () => 5 * DAY)
    counters.count('a', 'x')
    counters.count('a', 'x', 2)
    await counters.flush()
    counters.count('a', 'x')
    counters.count('a', 'nul\0')
    await counters.flush()
    await counters.flush()
    expect(await counted('a')).toEqual({ x: 4, nul: 1 })
  })

  it('shares the buckets of clients between processes', async () => {
    const other = flavour === 'postgres' ? await openDatabase(location()) : current()
    const rate = { perSecond: 1, burst: 40 }
    const limiters = [current(), other].map((each) => createStoredBuckets(each, rate, UNLIMITED, 100))
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => limiters[index % 2]?.take('client', 1_000)),
    )
    expect(answers.filter((answer) => answer?.type === 'allowed')).toHaveLength(40)
    expect(await limiters[0]?.take('another', 1_000)).toEqual({ type: 'allowed' })
    // A debt is one for all of them, and is paid first.
    await limiters[1]?.charge('another', 1_000, 44)
    expect(await limiters[0]?.take('another', 2_000)).toEqual({ type: 'refused', retryAfterSeconds: 14 })
    expect(await limiters[1]?.take('another', 17_000)).toEqual({ type: 'allowed' })
    if (other !== current()) await other.db.destroy()
  })
})
