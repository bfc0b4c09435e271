import { randomBytes } from 'node:crypto'
import { applyAggregateErrorsToEvent, createStackParser, type Event, exceptionFromError } from '@sentry/core'
import { nodeStackLineParser } from '@sentry/core/server'

/** What is known beside the error itself. Never the visitor's address, cookies or what they typed. */
export type ReportContext = {
  /** The digest that the visitor sees. */
  digest?: string | undefined
  /** 16 hexadecimal digits; without one it is computed. */
  fingerprint?: string | undefined
  /** The route's id, not the address. */
  route?: string | undefined
  release?: string | undefined
  environment?: string | undefined
  /** Of the trace that the request belongs to: 32 and 16 hexadecimal digits. */
  traceId?: string | undefined
  spanId?: string | undefined
  locale?: string | undefined
  level?: 'fatal' | 'error' | 'warning' | undefined
  /** Whether somebody caught it on purpose. */
  handled?: boolean | undefined
  /** Method and path of the request, without query. */
  request?: { method: string; path: string } | undefined
  /** Of the route, by name. */
  params?: Readonly<Record<string, string>> | undefined
  tags?: Readonly<Record<string, string>> | undefined
}

/** Errors that caused each other, followed this far. */
const CAUSES = 5

/** Characters of a message that are kept. */
const MESSAGE = 8_192

const parseStack = createStackParser(nodeStackLineParser())

/** What was thrown, in words, when it is no error. Never throws, whatever it is. */
function describeThrown(thrown: unknown): string {
  try {
    const text = typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : String(thrown)
    return text.slice(0, MESSAGE)
  } catch {
    return 'something that cannot be written down'
  }
}

function buildExceptions(error: unknown, handled: boolean): Event {
  const mechanism = { type: 'generic', handled }
  if (!(error instanceof Error)) {
    const value = `${describeThrown(error)} was thrown, which is no error`
    return { exception: { values: [{ type: typeof error, value, mechanism: { ...mechanism, synthetic: true } }] } }
  }
  const event: Event = { exception: { values: [{ ...exceptionFromError(parseStack, error), mechanism }] } }
  applyAggregateErrorsToEvent(exceptionFromError, parseStack, 'cause', CAUSES, event, { originalException: error })
  for (const exception of event.exception?.values ?? []) exception.value = exception.value?.slice(0, MESSAGE) ?? ''
  return event
}

/** Errors can be built so that looking at them throws. Then there is still a report, of that. */
function safely(error: unknown, handled: boolean): Event {
  try {
    return buildExceptions(error, handled)
  } catch {
    return buildExceptions('an error that cannot be looked at', handled)
  }
}

/**
 * Builds the event of a server error: causes first, what was thrown last, as Sentry wants it. Never throws.
 *
 * @param id 32 hexadecimal digits
 * @param at milliseconds since 1970
 */
export function buildEvent(error: unknown, context: ReportContext, id: string, at: number): Event {
  const { digest, fingerprint, route, release, environment, traceId, spanId, locale, level, request, params, tags } =
    context
  return {
    ...safely(error, context.handled ?? false),
    event_id: id,
    timestamp: at / 1_000,
    platform: 'node',
    level: level ?? 'error',
    ...(release !== undefined && { release }),
    environment: environment ?? 'production',
    ...(route !== undefined && { transaction: route }),
    ...(fingerprint !== undefined && { fingerprint: [fingerprint] }),
    tags: { ...tags, ...(digest !== undefined && { digest }), ...(locale !== undefined && { locale }) },
    contexts: {
      runtime: { name: 'node', version: process.version },
      ...(params && { params }),
      ...(traceId !== undefined && {
        trace: { trace_id: traceId, span_id: spanId ?? randomBytes(8).toString('hex') },
      }),
    },
    ...(request && { request: { method: request.method, url: request.path.split('?', 1)[0] ?? '' } }),
  }
}
