import type { ReportContext } from '#app/error-reports/build-event.server.ts'
import { randomBytes } from 'node:crypto'

/** 32 and 16 hexadecimal digits. */
type Trace = { traceId: string; spanId: string }

const traces = new WeakMap<Request, Trace>()

/** Returns the trace of a request: the browser's from its header, else a new one. The same at every call. */
function getTrace(request: Request): Trace {
  let trace = traces.get(request)
  if (!trace) {
    const [traceId] = /^[\da-f]{32}(?=-)/.exec(request.headers.get('sentry-trace') ?? '') ?? []
    trace = { traceId: traceId ?? randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
    traces.set(request, trace)
  }
  return trace
}

/** Gives a request that replaces another the same trace. */
export function inheritTrace(from: Request, to: Request): void {
  traces.set(to, getTrace(from))
}

/** Returns the method, path and trace of a request, for its reports. */
export function traceContext(request: Request): ReportContext {
  const { method, url } = request
  return { request: { method, path: new URL(url).pathname }, ...getTrace(request) }
}

/** Returns the header by which the page's SDK continues the trace of the page's request. */
export function traceHeader(request: Request): [name: string, value: string] {
  const { traceId, spanId } = getTrace(request)
  return ['server-timing', `sentry-trace;desc="${traceId}-${spanId}"`]
}
