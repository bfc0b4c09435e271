import { createServerFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { readEnv } from '#app/env.server.ts'
import { ASIDE_ROWS, COUNTED_DAYS } from '#app/monitoring/reports/limits.ts'
import { operatorOnly } from '#app/monitoring/reports/operator.functions.ts'
import { openMonitoring } from '#app/monitoring/reports/store.server.ts'
import { discardAside, listAside, readDelivery } from '#app/monitoring/store/delivery.server.ts'
import { retryAside } from '#app/monitoring/store/queue.server.ts'
import type { Store } from '#app/monitoring/store/open.server.ts'
import { storedBytes } from '#app/monitoring/store/retention.server.ts'

/** The sum over all that is stored, which takes a moment where there is much. Read anew after a minute. */
const HELD_MS = 60_000
let held: { at: number; bytes: Awaited<ReturnType<typeof storedBytes>> } | undefined

async function bytesHeld(store: Store, now: number) {
  if (!held || now - held.at > HELD_MS) held = { at: now, bytes: await storedBytes(store) }
  return held.bytes
}

/** How things stand with the ingest and with the store. The DSN's host is named, its key is not. */
export const fetchDelivery = createServerFn({ method: 'GET' })
  .middleware([operatorOnly])
  .handler(async () => {
    const monitoring = await openMonitoring()
    const store = monitoring.store()
    const now = monitoring.now()
    const [summary, aside, stored] = await Promise.all([
      readDelivery(store, COUNTED_DAYS, now),
      listAside(store, ASIDE_ROWS),
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
export const settleAside = createServerFn({ method: 'POST' })
  .middleware([operatorOnly])
  .validator(settlement)
  .handler(async ({ data: { envelopes, how } }) => {
    const monitoring = await openMonitoring()
    if (how === 'discard') await discardAside(monitoring.store(), envelopes)
    else {
      await retryAside(monitoring.store(), envelopes, monitoring.now())
      monitoring.wake()
    }
    return { settled: envelopes.length }
  })
