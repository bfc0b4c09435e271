import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#app/server/env.server.ts'
import { DEAD_LETTER_ROWS, COUNTED_DAYS } from '#app/report-desk/desk-limits.ts'
import { requireOperator } from '#app/report-desk/auth.functions.ts'
import { requireMonitoring } from '#app/report-desk/require-monitoring.server.ts'
import {
  discardDeadLetters,
  listDeadLetters,
  readDeliverySummary,
} from '#app/error-reports/store/delivery-summary.server.ts'
import { retryDeadLetters } from '#app/error-reports/store/delivery-queue.server.ts'
import type { Store } from '#app/error-reports/store/open-database.server.ts'
import { storedBytes } from '#app/error-reports/store/retention.server.ts'

/** The sum over all that is stored, which takes a moment where there is much. Read anew after a minute. */
const HELD_MS = 60_000
let held: { at: number; bytes: Awaited<ReturnType<typeof storedBytes>> } | undefined

async function bytesHeld(store: Store, now: number) {
  if (!held || now - held.at > HELD_MS) held = { at: now, bytes: await storedBytes(store) }
  return held.bytes
}

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
      bytesHeld(store, now),
    ])
    const { RETENTION_BYTES: bytes, RETENTION_DAYS: days } = readEnv()
    return {
      ingest: monitoring.forwards ? monitoring.dsn.host : null,
      summary,
      stored,
      now,
      aside,
      keeps: { bytes, days },
    }
  })

const settlement = v.object({
  envelopes: v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.minLength(1), v.maxLength(1_000)),
  how: v.picklist(['retry', 'discard']),
})

/** Sends again what was put aside, or gives it up. */
export const updateDeadLetters = createServerFn({ method: 'POST' })
  .middleware([requireOperator])
  .validator(settlement)
  .handler(async ({ data: { envelopes, how } }) => {
    const monitoring = await requireMonitoring()
    if (how === 'discard') await discardDeadLetters(monitoring.store(), envelopes)
    else {
      await retryDeadLetters(monitoring.store(), envelopes, monitoring.now())
      monitoring.wake()
    }
    return { settled: envelopes.length }
  })
