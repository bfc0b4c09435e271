import { describe, expect, it } from 'vitest'
import { traceContext, traceHeader } from '#app/error-reports/build-event.server.ts'

describe('the trace of a request', () => {
  it("is the browser's, from the header", () => {
    const traceId = '0123456789abcdef0123456789abcdef'
    const headers = { 'sentry-trace': `${traceId}-0123456789abcdef-1` }
    const request = new Request('http://localhost/de/lab?token=secret', { headers })
    expect(traceContext(request)).toEqual({
      request: { method: 'GET', path: '/de/lab' },
      traceId,
      spanId: expect.stringMatching(/^[\da-f]{16}$/),
    })
  })

  it('is otherwise its own, the same at every call', () => {
    const request = new Request('http://localhost/', { headers: { 'sentry-trace': 'nonsense' } })
    const { traceId, spanId } = traceContext(request)
    expect(traceId).toMatch(/^[\da-f]{32}$/)
    expect(traceHeader(request)).toEqual(['server-timing', `sentry-trace;desc="${traceId}-${spanId}"`])
    expect(traceContext(new Request('http://localhost/')).traceId).not.toBe(traceId)
  })
})
