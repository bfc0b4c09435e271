import { randomBytes } from 'node:crypto'
import { applyAggregateErrorsToEvent, createStackParser, type Event, exceptionFromError } from '@sentry/core'
import { nodeStackLineParser } from '@sentry/core/server'
import { describeNonError } from '#fairlead/errors/digest.ts'

/** The context of an error. It never contains the visitor's IP address, cookies or form values. */
export type ReportContext = {
  digest?: string | undefined
  /** 16 hexadecimal digits; without one it is computed. */
  fingerprint?: string | undefined
  /** The route's id, not the URL. */
  route?: string | undefined
  /** The trace of the request: 32 and 16 hexadecimal digits. */
  traceId?: string | undefined
  spanId?: string | undefined
  level?: 'fatal' | 'error' | 'warning' | undefined
  /** True when the application caught the error. */
  handled?: boolean | undefined
  tags?: Readonly<Record<string, string>> | undefined
  /** Method and path of the request, without query. */
  request?: { method: string; path: string } | undefined
  params?: Readonly<Record<string, string>> | undefined
}

/** 32 and 16 hexadecimal digits. */
export type Trace = {
  traceId: string
  spanId: string
  /** The span that caused the request. */
  parentId?: string | undefined
  /** True if the trace's spans are recorded; undefined while nobody has decided. */
  isSampled?: boolean | undefined
}

const traces = new WeakMap<Request, Trace>()

/**
 * Reads the trace from the header of Sentry's SDK, or from W3C Trace Context. A malformed header, or one of zeros only,
 * counts as absent.
 */
function readParent({ headers }: Request): RegExpExecArray['groups'] {
  const sentry = /^(?!0{32})(?<trace>[\da-f]{32})-(?<span>[\da-f]{16})(?:-(?<flags>[01]))?$/
  // There is no version ff, and version 00 ends with its flags.
  const w3c =
    /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})(?<trace>[\da-f]{32})-(?!0{16})(?<span>[\da-f]{16})-[\da-f](?<flags>[\da-f])(?:-|$)/
  const found = sentry.exec(headers.get('sentry-trace') ?? '') ?? w3c.exec(headers.get('traceparent') ?? '')
  return found?.groups
}

/** Returns the trace of a request: the one in its headers, else a new one. Each call returns the same trace. */
export function readTrace(request: Request): Trace {
  let trace = traces.get(request)
  if (!trace) {
    const { trace: traceId, span, flags = '0' } = readParent(request) ?? {}
    trace = {
      traceId: traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      ...(traceId !== undefined && { parentId: span, isSampled: Number.parseInt(flags, 16) % 2 === 1 }),
    }
    traces.set(request, trace)
  }
  return trace
}

export function setTrace(request: Request, trace: Trace): void {
  traces.set(request, trace)
}

/**
 * Returns the header `traceparent` for a request to another server on behalf of this one; `undefined` if this one has
 * no trace yet.
 */
export function traceParent(request: Request): string | undefined {
  // Most requests bring no trace, and a new one would mean nothing to other servers.
  if (!traces.has(request) && !readParent(request)) return undefined
  const { traceId, spanId, isSampled } = readTrace(request)
  return isSampled === undefined ? undefined : `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Gives a request that replaces another one the same trace. */
export function inheritTrace(from: Request, to: Request): void {
  traces.set(to, readTrace(from))
}

/** Returns the method, path and trace of a request, for its reports. */
export function traceContext(request: Request): ReportContext {
  const { method, url } = request
  const { traceId, spanId } = readTrace(request)
  return { request: { method, path: new URL(url).pathname }, traceId, spanId }
}

/** Returns the header that lets the page's SDK continue the trace of the page's request. */
export function traceHeader(request: Request): [name: string, value: string] {
  const { traceId, spanId } = readTrace(request)
  return ['server-timing', `sentry-trace;desc="${traceId}-${spanId}"`]
}

const MAX_CAUSES = 5

const MAX_MESSAGE_LENGTH = 8_192

const parseStack = createStackParser(nodeStackLineParser())

function buildExceptions(error: unknown, handled: boolean): Event {
  const mechanism = { type: 'generic', handled }
  if (!(error instanceof Error)) {
    const value = describeNonError(error)
    return { exception: { values: [{ type: typeof error, value, mechanism: { ...mechanism, synthetic: true } }] } }
  }
  const exception = { ...exceptionFromError(parseStack, error), mechanism }
  const event: Event = { exception: { values: [exception] } }
  applyAggregateErrorsToEvent(exceptionFromError, parseStack, 'cause', MAX_CAUSES, event, { originalException: error })
  for (const one of event.exception?.values ?? []) one.value = one.value?.slice(0, MAX_MESSAGE_LENGTH) ?? ''
  return event
}

/** Builds the exceptions of an event, even if the properties of the error throw when they are read. */
function buildExceptionsSafely(error: unknown, handled: boolean): Event {
  try {
    return buildExceptions(error, handled)
  } catch {
    return buildExceptions('an error whose properties cannot be read', handled)
  }
}

/** Builds the event of a server error in Sentry's format: causes first, the thrown error last. Never throws. */
export function buildEvent(error: unknown, context: ReportContext): object {
  const { digest, fingerprint, route, traceId, spanId, level = 'error', handled = false } = context
  const { request, params, tags } = context
  return {
    ...buildExceptionsSafely(error, handled),
    platform: 'node',
    level,
    transaction: route,
    fingerprint: fingerprint && [fingerprint],
    tags: { ...tags, digest },
    contexts: {
      runtime: { name: 'node', version: process.version },
      params,
      trace: traceId && { trace_id: traceId, span_id: spanId ?? randomBytes(8).toString('hex') },
    },
    request: request && { method: request.method, url: request.path.split('?', 1)[0] },
  }
}
