import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { validate } from '#fairlead/errors/validate.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#fairlead/report-desk/page-budget.ts'
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
import { PREFETCH_OUTCOMES } from '#fairlead/error-reports/envelope/measurements.ts'
import { readVitals, type Vital } from '#fairlead/error-reports/store/vitals.server.ts'
import { deleteFailed, failedCalls, retryFailed, waitingCalls } from '#fairlead/jobs/queue.server.ts'
import { readCacheSummary } from '#fairlead/server/cache/process-cache.server.ts'

/** The rows of a table. For the cache it is the number of entries, and the number of invalidations. */
const ROWS = { deadLetters: 200, failedCalls: 200, cache: 50 } as const

/** Bytes of a row on the page and in its data, without its texts. */
const ROW_BYTES = { deadLetter: 1_200, counter: 400, vital: 2_500, cache: 1_200 } as const

const MAX_TEXT = 300

const COUNTER_DAYS = 30

/** Reads the state of delivery and of the store. Returns the host of the DSN, not its key. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const reports = await requireReports()
    const store = reports.store()
    const now = Date.now()
    const [summary, rows, storedBytes, webhook, news] = await Promise.all([
      readDeliverySummary(store, COUNTER_DAYS, now),
      listUndelivered(store, ROWS.deadLetters, ['aside']),
      usedBytes(store),
      readWebhook(store),
      readNews(store),
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
    if (action === 'discard') await discardDeadLetters(reports.store(), envelopes)
    else {
      await retryDeadLetters(reports.store(), envelopes, Date.now())
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

function navigationRows(vitals: readonly Vital[]) {
  return PREFETCH_OUTCOMES.flatMap((state) =>
    vitals
      .filter((vital) => vital.metric === 'navigation' && vital.found === state)
      .map(({ p75, count }) => ({ state, p75, count })),
  )
}

export const fetchVitals = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .validator(validate(v.object({ days: v.picklist([1, 7, 30]) })))
  .handler(async ({ data }) => {
    const reports = await requireReports()
    const { vitals, more } = await readVitals(reports.store(), data.days, Date.now())
    const budget = createPageBudget(LIST_BYTES.vitals)
    const shown = takeWithin(budget, vitalRows(vitals), ROW_BYTES.vital, (row) =>
      budget.texts(row, { route: Infinity }),
    )
    return { routes: shown, navigations: navigationRows(vitals), more: more || budget.isExceeded() }
  })

export const fetchCache = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const { recent, invalidations, ...summary } = await readCacheSummary(ROWS.cache)
    const budget = createPageBudget(LIST_BYTES.cache)
    return {
      ...summary,
      invalidations: takeWithin(budget, invalidations, ROW_BYTES.cache, (entry) =>
        budget.texts(entry, { tag: MAX_TEXT, by: MAX_TEXT }),
      ),
      recent: takeWithin(budget, recent, ROW_BYTES.cache, ({ pathname, state, renderedAt, bytes, tags }) =>
        // The key is left out, because it may contain values of a visitor's cookies.
        budget.texts(
          { pathname, state, renderedAt, bytes, tags: tags.join(' ') },
          { pathname: MAX_TEXT, tags: MAX_TEXT },
        ),
      ),
    }
  })
