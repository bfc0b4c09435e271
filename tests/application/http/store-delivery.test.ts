import { expect, it } from 'vitest'
import { randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { accept, answerWith } from '#tests/fairlead/error-reports/upstream.ts'
import { withDelivery } from '#tests/fairlead/error-reports/with-delivery.ts'

const { upstream, start, send } = withDelivery()

it('delivery survives an unavailable ingest, and a kill', async () => {
  upstream().behave(answerWith(503))
  const first = await start()
  const ids = Array.from({ length: 10 }, () => randomId())
  expect(await Promise.all(ids.map((id) => send(first.origin, id)))).toEqual(ids.map(() => 200))
  await expect.poll(() => upstream().received.length).toBeGreaterThan(0)
  first.process.kill('SIGKILL')
  await first.exit
  upstream().received.length = 0
  upstream().behave(accept)
  await start()
  await expect.poll(() => new Set(upstream().received.map(({ eventId }) => eventId)).size).toBe(ids.length)
  expect(upstream().received).toHaveLength(ids.length)
})
