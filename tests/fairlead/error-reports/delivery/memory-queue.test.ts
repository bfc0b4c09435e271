import { expect, it } from 'vitest'
import { createMemoryQueue, MEMORY_QUEUE } from '#fairlead/error-reports/delivery/delivery-queue.ts'
import { describeDelivery } from '#tests/fairlead/error-reports/delivery/delivery-suite.ts'
import { errorEnvelope, recordFor } from '#tests/fairlead/error-reports/envelopes.ts'

const FAR = 8.64e15

describeDelivery('a queue in memory', () => {
  const queue = createMemoryQueue()
  return {
    of: () => queue,
    add: async (records) => records.forEach(queue.add),
    undelivered: async () =>
      (await queue.claim({ now: FAR, leaseMs: 0, limit: 1_000 })).map(({ attempts }) => attempts),
  }
})

it('a queue in memory takes no more than its limits, until some are delivered', async () => {
  const queue = createMemoryQueue()
  const record = recordFor(errorEnvelope())
  for (let count = 0; count < MEMORY_QUEUE.envelopes; count++) expect(queue.add(record)).toBe(true)
  expect(queue.add(record)).toBe(false)
  const [claimed] = await queue.claim({ now: FAR, leaseMs: 0, limit: 1 })
  const envelope = claimed?.envelope ?? 0
  await queue.complete({ envelope, state: 'done', nextAt: 0, attempts: 1, accepted: [], response: null })
  expect(queue.add(record)).toBe(true)

  const large = createMemoryQueue()
  const half = { ...record, body: Buffer.alloc(MEMORY_QUEUE.bytes / 2) }
  expect([half, half, record].map(large.add)).toEqual([true, true, false])
})
