import type { ReportContext } from '#app/error-reports/build-event.server.ts'
import { randomBytes } from 'node:crypto'

/** 32 and 16 hexadecimal digits. */
type Trace = { traceId: string; spanId: string }

const traces = new WeakMap<Request, Trace>()

/** The trace of a request: the browser's that asked, else one of its own. The same however often it is asked for. */
function getTrace(request: Request): Trace {
  let trace = traces.get(request)
  if (!trace) {
    const [asked] = /^[\da-f]{32}(?=-)/.exec(request.headers.get('sentry-trace') ?? '') ?? []
    trace = { traceId: asked ?? randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
    traces.set(request, trace)
  }
  return trace
}

/** Lets a request that is made in place of another go on with its trace. */
export function inheritTrace(from: Request, to: Request): void {
  traces.set(to, getTrace(from))
}

/** What a report says of the request that failed: method, path and trace. */
export function traceContext(request: Request): ReportContext {
  const { method, url } = request
  return { request: { method, path: new URL(url).pathname }, ...getTrace(request) }
}

/** A header by which the SDK in the page goes on with the trace of the request that made the page. */
export function traceHeader(request: Request): [name: string, value: string] {
  const { traceId, spanId } = getTrace(request)
  return ['server-timing', `sentry-trace;desc="${traceId}-${spanId}"`]
}
