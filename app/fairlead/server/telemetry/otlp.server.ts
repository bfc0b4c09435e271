import {
  context as active,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { release } from '#fairlead/error-reports/release.ts'
import { readTrace, setTrace } from '#fairlead/error-reports/build-event.server.ts'
import { setSpans } from '#fairlead/platform/spans.server.ts'
import { siteName } from 'virtual:app/site'

/** Ends a span when its work ends, as an error if the work throws. Redirects and not-founds are not errors. */
function endWith<T>(span: Span, work: () => T, done: (value: Awaited<T>) => void = () => {}): T {
  const succeed = (value: Awaited<T>): void => {
    done(value)
    span.end()
  }
  const fail = (thrown: unknown): void => {
    // The message may name a visitor, so only the report has it.
    if (thrown instanceof Error) span.setStatus({ code: SpanStatusCode.ERROR, message: thrown.name })
    span.end()
  }
  try {
    const result = work()
    if (result instanceof Promise) result.then(succeed, fail)
    else succeed(result as Awaited<T>)
    return result
  } catch (thrown) {
    fail(thrown)
    throw thrown
  }
}

/**
 * Starts to send spans by OTLP. The SDK reads the variables `OTEL_*` itself. Returns a function that sends the last
 * spans.
 */
export function startTracing(): () => Promise<void> {
  active.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': siteName.toLowerCase(), 'service.version': release }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('fairlead')
  setSpans({
    request(context, respond) {
      const { request, url } = context
      const { traceId, parentId, isSampled } = readTrace(request)
      const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
      const remote = parentId !== undefined && { traceId, spanId: parentId, traceFlags, isRemote: true }
      const from = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const attributes = { 'http.request.method': request.method, 'url.path': url.pathname }
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, from)
      const own = span.spanContext()
      setTrace(request, { ...own, parentId, isSampled: (own.traceFlags & TraceFlags.SAMPLED) !== 0 })
      const end = ({ status }: Response): void => {
        const [, , route] = context.routes.getMatchedRoutes(context.pathname)
        const name = context.functionName ?? (route?.fullPath as string | undefined)
        if (name !== undefined) span.updateName(`${request.method} ${name}`)
        span.setAttributes({ 'http.response.status_code': status, 'fairlead.stage': context.stage })
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      }
      return active.with(trace.setSpan(from, span), () => endWith(span, respond, end))
    },
    span: (name, work) =>
      trace.getActiveSpan() ? tracer.startActiveSpan(name, (span) => endWith(span, work)) : work(),
  })
  return () => provider.shutdown()
}
