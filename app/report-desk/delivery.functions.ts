import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#app/server/env.server.ts'
import { validate } from '#app/errors/validate.ts'
import { DEAD_LETTER_ROWS, COUNTED_DAYS } from '#app/report-desk/desk-limits.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import { databaseBytes } from '#app/error-reports/store/database-size.server.ts'
import {
  discardDeadLetters,
  listDeadLetters,
  readDeliverySummary,
} from '#app/error-reports/store/delivery-summary.server.ts'
import { retryDeadLetters } from '#app/error-reports/store/delivery-queue.server.ts'

/** Characters of a text in a table, and bytes that a line takes on the page and in its data without its texts. */
const LINE = 300
const ASIDE_BYTES = 1_200
const COUNTER_BYTES = 400

/** How things stand with the ingest and with the store. The DSN's host is named, its key is not. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const monitoring = await requireMonitoring()
    const store = monitoring.store()
    const now = monitoring.now()
    const [summary, aside, stored] = await Promise.all([
      readDeliverySummary(store, COUNTED_DAYS, now),
      listDeadLetters(store, DEAD_LETTER_ROWS),
      databaseBytes(store),
    ])
    const asideBudget = createPageBudget(LIST_BYTES.aside)
    const countersBudget = createPageBudget(LIST_BYTES.counters)
    const counters = takeWithin(countersBudget, summary.counters, COUNTER_BYTES, (counter) => ({
      ...counter,
      label: countersBudget.text(counter.label, LINE),
    }))
    const { RETENTION_BYTES: bytes, RETENTION_DAYS: days } = readEnv()
    return {
      ingest: monitoring.forwards ? monitoring.dsn.host : null,
      summary: { ...summary, counters, moreCounters: summary.counters.length - counters.length },
      stored,
      now,
      aside: takeWithin(asideBudget, aside, ASIDE_BYTES, (entry) => ({
        ...entry,
        message: entry.message && asideBudget.text(entry.message, LINE),
        reason: entry.reason && asideBudget.text(entry.reason, LINE),
      })),
      keeps: { bytes, days },
      fault: monitoring.storeFault() ?? null,
      place: monitoring.place,
    }
  })

const settlement = v.object({
  envelopes: v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1), v.maxLength(1_000)),
  how: v.picklist(['retry', 'discard']),
})

/** Sends again what was put aside, or gives it up. */
export const updateDeadLetters = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(validate(settlement))
  .handler(async ({ data: { envelopes, how } }) => {
    const monitoring = await requireMonitoring()
    if (how === 'discard') await discardDeadLetters(monitoring.store(), envelopes)
    else {
      await retryDeadLetters(monitoring.store(), envelopes, monitoring.now())
      monitoring.wake()
    }
    return { settled: envelopes.length }
  })
