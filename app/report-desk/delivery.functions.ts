import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#app/server/env.server.ts'
import { validate } from '#app/errors/validate.ts'
import { DEAD_LETTER_ROWS, COUNTER_DAYS } from '#app/report-desk/desk-limits.ts'
import { createPageBudget, LIST_BYTES, takeWithin } from '#app/report-desk/page-budget.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireReports } from '#app/report-desk/require-reports.server.ts'
import { usedBytes } from '#app/error-reports/store/retention.server.ts'
import {
  discardDeadLetters,
  listDeadLetters,
  readDeliverySummary,
  retryDeadLetters,
} from '#app/error-reports/store/delivery-queue.server.ts'
import { countNews, readWebhook } from '#app/error-reports/store/webhook.server.ts'

/** Characters of a text in a table. */
const MAX_TEXT = 300

/** Bytes of a row on the page and in its data, without its texts. */
const ROW_BYTES = { deadLetter: 1_200, counter: 400 } as const

/** Reads the state of delivery and of the store. Returns the host of the DSN, not its key. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([requireOperator])
  .handler(async () => {
    const reports = await requireReports()
    const store = reports.store()
    const now = reports.now()
    const [summary, rows, storedBytes, webhook, news] = await Promise.all([
      readDeliverySummary(store, COUNTER_DAYS, now),
      listDeadLetters(store, DEAD_LETTER_ROWS),
      usedBytes(store),
      readWebhook(store),
      countNews(store),
    ])
    const rowBudget = createPageBudget(LIST_BYTES.deadLetters)
    const counterBudget = createPageBudget(LIST_BYTES.counters)
    const counters = takeWithin(counterBudget, summary.counters, ROW_BYTES.counter, (counter) => ({
      ...counter,
      label: counterBudget.text(counter.label, MAX_TEXT),
    }))
    const { RETENTION_BYTES: bytes, RETENTION_DAYS: days } = readEnv()
    return {
      ingest: reports.ingest?.host ?? null,
      summary: { ...summary, counters, moreCounters: summary.counterCount - counters.length },
      storedBytes,
      now,
      deadLetters: takeWithin(rowBudget, rows, ROW_BYTES.deadLetter, (entry) => ({
        ...entry,
        message: entry.message && rowBudget.text(entry.message, MAX_TEXT),
        reason: entry.reason && rowBudget.text(entry.reason, MAX_TEXT),
      })),
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
      await retryDeadLetters(reports.store(), envelopes, reports.now())
      reports.wake()
    }
    return { updated: envelopes.length }
  })
