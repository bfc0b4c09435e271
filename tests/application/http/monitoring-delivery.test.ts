import { describe, expect, it } from 'vitest'
import { errorEnvelope, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { answerWith, startUpstream } from '#tests/fairlead/error-reports/upstream.ts'
import { withDelivery } from '#tests/fairlead/error-reports/with-delivery.ts'

const { upstream, start, send } = withDelivery()

describe('delivery', () => {
  it('sends reports to the ingest, without data of the visitor', async () => {
    const { origin } = await start()
    const id = randomId()
    await send(origin, id, {
      cookie: 'secret=1',
      'user-agent': 'Visitor/1',
      'x-forwarded-for': '203.0.113.9',
      authorization: 'x',
    })
    await expect.poll(() => upstream().received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = upstream().received
    expect(headers['user-agent']).toBe('Visitor/1')
    expect(JSON.stringify(headers) + body).not.toMatch(/secret|203\.0\.113\.9|127\.0\.0\.1:\d+"?,"(cookie|x-f)/)
  })

  it('contacts only the configured URL', async () => {
    const other = await startUpstream()
    const { origin } = await start()
    upstream().behave(answerWith(307, { location: `${other.origin}/api/7/envelope/` }))
    await send(origin, randomId())
    for (const dsn of [
      other.dsn,
      other.dsn.replace('key@', 'key@127.0.0.1@'),
      `${upstream().dsn}/../../${other.dsn}`,
    ]) {
      const response = await fetch(`${origin}/monitoring?o=${other.origin}&p=7`, {
        method: 'POST',
        body: errorEnvelope(randomId(), dsn),
        headers: { 'x-forwarded-host': new URL(other.origin).host },
      })
      expect(response.status).toBe(403)
    }
    await expect.poll(() => upstream().received.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(other.received).toEqual([])
    await other.close()
  })
})
