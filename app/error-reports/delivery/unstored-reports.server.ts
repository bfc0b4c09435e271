import { createMemoryQueue } from '#app/error-reports/delivery/delivery-queue.ts'
import { DELIVERY, startDelivery } from '#app/error-reports/delivery/worker.server.ts'
import { createTunnelLimits } from '#app/error-reports/ingest/tunnel-limits.server.ts'
import type { StartReports } from '#app/error-reports/reports.ts'
import { withTimeout } from '#app/error-reports/timers.ts'
import { log } from '#app/server/log.server.ts'

/**
 * Starts what takes the place of the store of reports in an application without one: envelopes wait for the ingest in
 * memory, so a process that is killed loses them. Without an ingest they are dropped.
 */
export const startUnstored: StartReports = ({ TUNNEL_RATE_LIMIT }, ingest) => {
  const limits = createTunnelLimits(TUNNEL_RATE_LIMIT)
  const queue = createMemoryQueue()
  const delivery = ingest && startDelivery(queue, ingest, (error) => log.error({ err: error }, 'the delivery failed'))
  return {
    opened: async () => true,
    limits: () => limits,
    async accept(record) {
      if (!delivery) return false
      if (!queue.add(record)) throw new Error('too many reports wait for the ingest')
      delivery.wake()
      return true
    },
    count: () => {},
    fault: () => undefined,
    async close() {
      await withTimeout(DELIVERY.drainMs, delivery?.drain() ?? Promise.resolve())
    },
  }
}
