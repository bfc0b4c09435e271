import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { validate } from '#fairlead/errors/validate.ts'
import { requireOperator } from '#fairlead/report-desk/auth.functions.ts'
import { requireReports } from '#fairlead/report-desk/require-reports.server.ts'
import { usedBytes } from '#fairlead/error-reports/store/retention.server.ts'
import {
  discardDeadLetters,
  listUndelivered,
  readDeliverySummary,
  retryDeadLetters,
} from '#fairlead/error-reports/store/delivery-queue.server.ts'
import { readNews, readWebhook } from '#fairlead/error-reports/store/webhook.server.ts'
import { VISITS } from '#fairlead/error-reports/envelope/visits.ts'
import { readVitals } from '#fairlead/error-reports/store/vitals.server.ts'
import { deleteFailed, failedCalls, retryFailed, waitingCalls } from '#fairlead/jobs/queue.server.ts'
import { readCacheSummary } from '#fairlead/server/cache/process-cache.server.ts'

/** The rows of a table. For the cache it is the number of entries, and the number of invalidations. */
const ROWS = { deadLetters: 200, failedCalls: 200, cache: 50 } as const

/** The length of a text that is not truncated where it is stored. */
const MAX_TEXT = 300

const shorten = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed()

const COUNTER_DAYS = 30

/** Reads the state of delivery and of the store. Returns the host of the DSN, not its key. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const reports = await requireReports()
    const database = reports.database()
    const now = Date.now()
    const [summary, deadLetters, storedBytes, webhook, news] = await Promise.all([
      readDeliverySummary(database, COUNTER_DAYS, now),
      listUndelivered(database, ROWS.deadLetters, ['aside']),
      usedBytes(database),
      readWebhook(database),
      readNews(database),
    ])
    const { RETENTION_BYTES: bytes, RETENTION_DAYS: days } = readEnv()
    return {
      ingest: reports.ingest?.host ?? null,
      summary: { ...summary, moreCounters: summary.counterCount - summary.counters.length },
      storedBytes,
      now,
      deadLetters,
      retention: { bytes, days },
      fault: reports.fault() ?? null,
      place: reports.place,
      // The webhook's path may be a secret, so only the host is sent.
      webhook: reports.webhook ? { ...webhook, waiting: news.length, host: new URL(reports.webhook.url).host } : null,
    }
  })

const updateSchema = v.object({
  envelopes: v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1), v.maxLength(1_000)),
  action: v.picklist(['retry', 'discard']),
})

/** Sends dead letters again, or discards them; the reports stay stored. */
export const updateDeadLetters = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(validate(updateSchema))
  .handler(async ({ data: { envelopes, action } }) => {
    const reports = await requireReports()
    if (action === 'discard') await discardDeadLetters(reports.database(), envelopes)
    else {
      await retryDeadLetters(reports.database(), envelopes, Date.now())
      reports.wake()
    }
    return { updated: envelopes.length }
  })

export const fetchJobs = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const [waiting, failed] = await Promise.all([waitingCalls(), failedCalls(ROWS.failedCalls)])
    return {
      now: Date.now(),
      waiting,
      failed: failed.map(({ id, job, attempts, failed_at: at, error, digest }) => ({
        id,
        job,
        attempts,
        at: at ?? 0,
        error: shorten(error ?? ''),
        digest,
      })),
    }
  })

const callsSchema = v.object({ id: v.optional(v.pipe(v.string(), v.uuid())), action: v.picklist(['retry', 'delete']) })

/** Retries or deletes a failed call; without an id all of them. */
export const updateCalls = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(validate(callsSchema))
  .handler(async ({ data: { id, action } }) => ({
    updated: await (action === 'retry' ? retryFailed(id) : deleteFailed(id)),
  }))

export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]), visits: v.picklist(VISITS) })))
  .handler(async ({ data }) => {
    const reports = await requireReports()
    return readVitals(reports.database(), { ...data, now: Date.now() })
  })

export const fetchCache = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const { recent, invalidations, ...summary } = await readCacheSummary(ROWS.cache)
    return {
      ...summary,
      invalidations: invalidations.map((entry) => ({ ...entry, tag: shorten(entry.tag), by: shorten(entry.by) })),
      // The key is left out, because it may contain values of a visitor's cookies.
      recent: recent.map(({ pathname, state, renderedAt, bytes, tags }) => {
        return { pathname: shorten(pathname), state, renderedAt, bytes, tags: shorten(tags.join(' ')) }
      }),
    }
  })
