import { statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createCounters } from '#fairlead/error-reports/store/counters.server.ts'
import { applyRetention, createRetentionLoop, usedBytes } from '#fairlead/error-reports/store/retention.server.ts'
import {
  errorEnvelope,
  LOCAL_DSN,
  randomId,
  sessionEnvelope,
  spanEnvelope,
} from '#tests/fairlead/error-reports/envelopes.ts'
import { DATABASE_MS, ENGINES } from '#tests/harness/test-database.ts'
import { DAY, withStore } from '#tests/fairlead/error-reports/store/with-store.ts'

/** Bytes. With much less, PostgreSQL's empty tables and half-filled pages would be most of it. */
const LIMIT = 1_500_000

/** An error of a problem, a tab and a route of its own, whose text has many words. */
function junk(words: number): string {
  const id = randomId()
  const text = Array.from({ length: words }, () => randomId().slice(0, 12)).join(' ')
  return errorEnvelope(id, LOCAL_DSN, {
    exception: { values: [{ type: `Made${id}`, value: text }] },
    transaction: `/${id}`,
    tags: { tab: id },
    extra: { text },
  })
}

describe.each(ENGINES)('retention on %s', (flavour) => {
  const { current, insert, location } = withStore(flavour)
  const now = Date.now()

  const accept = (texts: readonly string[], at = now) => insert(texts, at)
  const acceptJunk = async (envelopes: number, words: number) => {
    for (let sent = 0; sent < envelopes; sent += 50) {
      await accept(Array.from({ length: Math.min(50, envelopes - sent) }, () => junk(words)))
    }
  }
  const retain = () => {
    const counters = createCounters(current(), () => now)
    return applyRetention(current(), { days: 30, bytes: LIMIT }, counters, now)
  }
  const countOf = async (table: 'vitals_by_type' | 'problems' | 'reports') => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      current().db,
    )
    return rows[0]?.count ?? 0
  }

  it('limits the whole database, whatever fills it', { timeout: DATABASE_MS }, async () => {
    await acceptJunk(150, 400)
    expect(await usedBytes(current())).toBeGreaterThan(1.5 * LIMIT)
    if (flavour === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(current().db)
    await retain()
    expect(await usedBytes(current())).toBeLessThanOrEqual(LIMIT)
    if (flavour === 'sqlite') expect(statSync(join(location().dataDir, 'reports.db')).size).toBeLessThanOrEqual(LIMIT)
    // There is room for reports all the same.
    expect(await countOf('reports')).toBeGreaterThan(20)
  })

  it('deletes no reports while derived data is the excess', { timeout: DATABASE_MS }, async () => {
    await accept(Array.from({ length: 20 }, () => errorEnvelope()))
    const type = { navigation_type: 'navigate', found: '', waited: '' } as const
    const vital = { day: Math.floor(now / DAY), metric: 'lcp' as const, ...type, bucket: 1 }
    await current()
      .db.insertInto('vitals_by_type')
      .values({ ...vital, route: '/', count: 500 })
      .execute()
    for (let part = 0; part < 15; part++) {
      const rows = Array.from({ length: 1_000 }, () => ({ ...vital, route: `/${randomId()}`, count: 1 }))
      await current().db.insertInto('vitals_by_type').values(rows).execute()
    }
    expect(await usedBytes(current())).toBeGreaterThan(LIMIT)
    await retain()
    expect(await usedBytes(current())).toBeLessThanOrEqual(LIMIT)
    expect(await countOf('reports')).toBe(20)
    expect(await countOf('problems')).toBeGreaterThan(0)
    expect(await countOf('vitals_by_type')).toBeGreaterThan(100)
    const seenOften = await current().db.selectFrom('vitals_by_type').select('route').where('count', '>', 1).execute()
    expect(seenOften).toEqual([{ route: '/' }])
  })

  it('deletes problems without reports, least recent first, and keeps ignored ones', async () => {
    const error = { side: 'browser' as const, kind: 'Error', message: 'x'.repeat(300) }
    const problem = { ...error, state_at: 0, count: 1, first_at: now - DAY }
    for (let part = 0; part < 5; part++) {
      const state: 'ignored' | 'open' = part === 0 ? 'ignored' : 'open'
      const rows = Array.from({ length: 400 }, (_, index) => ({
        ...problem,
        fingerprint: `made-${part * 400 + index}`.padEnd(600, 'x'),
        state,
        last_at: now - DAY + part * 400 + index,
      }))
      await current().db.insertInto('problems').values(rows).execute()
    }
    await retain()
    expect(await usedBytes(current())).toBeLessThanOrEqual(LIMIT)
    const left = await current().db.selectFrom('problems').select(['state', 'last_at']).orderBy('last_at').execute()
    expect(left.filter(({ state }) => state === 'ignored').length).toBeGreaterThan(0)
    const open = left.filter(({ state }) => state === 'open')
    // The remaining open ones are the latest.
    expect(open.map(({ last_at }) => last_at)).toEqual(open.map((_, index) => now - DAY + 2_000 - open.length + index))
  })

  it('deletes sessions and spans before errors, oldest first', { timeout: DATABASE_MS }, async () => {
    const old = randomId()
    await accept([errorEnvelope(old)], now - DAY)
    for (let part = 0; part < 11; part++)
      await accept(Array.from({ length: 50 }, () => [sessionEnvelope(), spanEnvelope(5)]).flat())
    await accept([errorEnvelope()])
    await retain()
    expect(await countOf('reports')).toBe(2)
    await acceptJunk(225, 60)
    await retain()
    expect(await current().db.selectFrom('reports').select('id').where('id', '=', old).execute()).toEqual([])
    expect(await usedBytes(current())).toBeLessThanOrEqual(LIMIT)
  })

  it('stays within the limit during a flood', { timeout: DATABASE_MS * 2 }, async () => {
    const loop = createRetentionLoop(
      { measure: () => usedBytes(current()), retain },
      { bytes: LIMIT, measureMs: 0 },
      () => now,
      (error) => {
        throw error
      },
    )
    let most = 0
    for (let round = 0; round < 9; round++) {
      await acceptJunk(15, 300)
      await loop.afterCommit()
      await loop.idle()
      most = Math.max(most, await usedBytes(current()))
    }
    // One batch may come before it is noticed.
    expect(most).toBeLessThan(LIMIT * 1.3)
    expect(await usedBytes(current())).toBeLessThanOrEqual(LIMIT)
    expect(await countOf('reports')).toBeGreaterThan(10)
  })
})
