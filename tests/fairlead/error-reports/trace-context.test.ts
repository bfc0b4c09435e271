import { describe, expect, it } from 'vitest'
import { traceContext, traceHeader, traceParent } from '#fairlead/error-reports/build-event.server.ts'

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

  it.each([
    ['is continued', `00-${'a1'.repeat(16)}-00f067aa0ba902b7-01`, 'a1'.repeat(16), '01'],
    ['is continued, and not sampled', `00-${'a1'.repeat(16)}-00f067aa0ba902b7-00`, 'a1'.repeat(16), '00'],
    ['of a later version is continued', `cc-${'a1'.repeat(16)}-00f067aa0ba902b7-03-more`, 'a1'.repeat(16), '01'],
    ['of version ff is not', `ff-${'a1'.repeat(16)}-00f067aa0ba902b7-01`, undefined, undefined],
    ['of version 00 with more is not', `00-${'a1'.repeat(16)}-00f067aa0ba902b7-01-more`, undefined, undefined],
    ['of zeros is not', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined, undefined],
    ['from a span of zeros is not', `00-${'a1'.repeat(16)}-${'0'.repeat(16)}-01`, undefined, undefined],
    ['that is malformed is not', `00-${'a1'.repeat(16)}-00f067aa0ba902b7-1`, undefined, undefined],
  ])('of W3C %s', (_, traceparent, traceId, flags) => {
    const request = new Request('http://localhost/', { headers: { traceparent } })
    const context = traceContext(request)
    if (traceId === undefined) expect(traceparent).not.toContain(context.traceId)
    else expect(context.traceId).toBe(traceId)
    // What is sent on names this request's own span.
    const own = `00-${context.traceId}-${context.spanId}-${flags}`
    expect(traceParent(request)).toBe(flags === undefined ? undefined : own)
  })

  it('is a new one without a header, the same at every call', () => {
    const request = new Request('http://localhost/', { headers: { 'sentry-trace': 'nonsense' } })
    const { traceId, spanId } = traceContext(request)
    expect(traceId).toMatch(/^[\da-f]{32}$/)
    expect(traceHeader(request)).toEqual(['server-timing', `sentry-trace;desc="${traceId}-${spanId}"`])
    expect(traceContext(new Request('http://localhost/')).traceId).not.toBe(traceId)
  })
})
