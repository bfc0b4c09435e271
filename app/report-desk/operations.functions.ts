import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#app/server/env.server.ts'
import { validate } from '#app/errors/validate.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireReports } from '#app/report-desk/require-reports.server.ts'
import { usedBytes } from '#app/error-reports/store/retention.server.ts'
import {
  discardDeadLetters,
  listUndelivered,
  readDeliverySummary,
  retryDeadLetters,
} from '#app/error-reports/store/delivery-queue.server.ts'
import { countNews, readWebhook } from '#app/error-reports/store/webhook.server.ts'
import { PREFETCH_OUTCOMES } from '#app/error-reports/envelope/measurements.ts'
import { readVitals, type Vital } from '#app/error-reports/store/vitals.server.ts'
import { deleteFailed, failedCalls, retryFailed, waitingCalls } from '#app/jobs/queue.server.ts'
import { readCacheSummary } from '#app/server/cache/process-cache.server.ts'

/** Characters of a text in a table. */
const MAX_TEXT = 300

/** Dead letters listed on the page of the delivery. */
const DEAD_LETTER_ROWS = 200

/** Failed calls of queued jobs on their page. */
const FAILED_CALLS = 200

/** Days covered by the counters of dropped items. */
const COUNTER_DAYS = 30

/** Bytes of a row on the page and in its data, without its texts. */
const ROW_BYTES = { deadLetter: 1_200, counter: 400 } as const

/** Reads the state of delivery and of the store. Returns the host of the DSN, not its key. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const reports = await requireReports()
    const store = reports.store()
    const now = Date.now()
    const [summary, rows, storedBytes, webhook, news] = await Promise.all([
      readDeliverySummary(store, COUNTER_DAYS, now),
      listUndelivered(store, DEAD_LETTER_ROWS, ['aside']),
      usedBytes(store),
      readWebhook(store),
      countNews(store),
    ])
    const rowBudget = createPageBudget(LIST_BYTES.deadLetters)
    const counterBudget = createPageBudget(LIST_BYTES.counters)
    const counters = takeWithin(counterBudget, summary.counters, ROW_BYTES.counter, (counter) =>
      counterBudget.texts(counter, { label: MAX_TEXT }),
    )
    const { RETENTION_BYTES: bytes, RETENTION_DAYS: days } = readEnv()
    return {
      ingest: reports.ingest?.host ?? null,
      summary: { ...summary, counters, moreCounters: summary.counterCount - counters.length },
      storedBytes,
      now,
      deadLetters: takeWithin(
        rowBudget,
        rows,
        ROW_BYTES.deadLetter,
        ({ envelope, kind, received_at, status, report, message, reason }) =>
          rowBudget.texts(
            { envelope, kind, received_at, status, report, message, reason },
            { message: MAX_TEXT, reason: MAX_TEXT },
          ),
      ),
      retention: { bytes, days },
      fault: reports.fault() ?? null,
      place: reports.place,
      // Its path may be a secret.
      webhook: reports.webhook ? { ...webhook, waiting: news, host: new URL(reports.webhook.url).host } : null,
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
    if (action === 'discard') await discardDeadLetters(reports.store(), envelopes)
    else {
      await retryDeadLetters(reports.store(), envelopes, Date.now())
      reports.wake()
    }
    return { updated: envelopes.length }
  })

/** Reads the calls of queued jobs that wait and that have failed. */
export const fetchJobs = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const [waiting, failed] = await Promise.all([waitingCalls(), failedCalls(FAILED_CALLS)])
    return {
      now: Date.now(),
      waiting,
      failed: failed.map(({ id, job, attempts, failed_at: at, error, digest }) => ({
        id,
        job,
        attempts,
        at: at ?? 0,
        error: error?.slice(0, MAX_TEXT) ?? '',
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

/** Bytes of a table row on the page and in its data, without the route. */
const VITAL_BYTES = 2_500

/** Groups web vitals by route, the most measured route first. */
function vitalRows(vitals: readonly Vital[]) {
  const routes = Map.groupBy(
    vitals.filter(({ metric }) => metric !== 'navigation'),
    ({ route }) => route,
  )
  return [...routes]
    .map(([route, list]) => ({
      route,
      values: Object.fromEntries(list.map(({ metric, p75 }) => [metric, p75])) as Partial<
        Record<Vital['metric'], number>
      >,
      count: Math.max(...list.map(({ count }) => count)),
    }))
    .toSorted((a, b) => b.count - a.count)
}

/** Returns the navigation times by prefetch state, for all routes together. */
function navigationRows(vitals: readonly Vital[]) {
  return PREFETCH_OUTCOMES.flatMap((state) =>
    vitals
      .filter((vital) => vital.metric === 'navigation' && vital.found === state)
      .map(({ p75, count }) => ({ state, p75, count })),
  )
}

/** Reads web vitals by route and navigation times of the last days. */
export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]) })))
  .handler(async ({ data }) => {
    const reports = await requireReports()
    const { vitals, more } = await readVitals(reports.store(), data.days, Date.now())
    const budget = createPageBudget(LIST_BYTES.vitals)
    const shown = takeWithin(budget, vitalRows(vitals), VITAL_BYTES, (row) => budget.texts(row, { route: Infinity }))
    return { routes: shown, navigations: navigationRows(vitals), more: more || budget.isExceeded() }
  })

/** Entries, and invalidations, listed on the page of the cache. */
const CACHE_ROWS = 50

/** Bytes of a row on the page and in its data, without its texts. */
const CACHE_ROW_BYTES = 1_200

/** Reads the state of the page cache. */
export const fetchCache = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const { recent, invalidations, ...summary } = await readCacheSummary(CACHE_ROWS)
    const budget = createPageBudget(LIST_BYTES.cache)
    return {
      ...summary,
      invalidations: takeWithin(budget, invalidations, CACHE_ROW_BYTES, (entry) =>
        budget.texts(entry, { tag: MAX_TEXT, by: MAX_TEXT }),
      ),
      recent: takeWithin(budget, recent, CACHE_ROW_BYTES, ({ tags, ...page }) =>
        budget.texts({ ...page, tags: tags.join(' ') }, { pathname: MAX_TEXT, tags: MAX_TEXT }),
      ),
    }
  })
