import { fingerprintTexts, type Frame, hashFingerprint } from '#fairlead/errors/fingerprint.ts'
import type { SentryEvent, SentryException } from '#fairlead/error-reports/envelope/validate-items.ts'

/** The source of an envelope: the request's data without the visitor's IP address. Time in milliseconds since 1970. */
export type Sender = { receivedAt: number; userAgent: string | null; origin: string | null }

export type EventSummary = ReturnType<typeof summarizeEvent>

/** Prepares a text for a column: truncates it, and removes NUL (which PostgreSQL refuses) and lone surrogates. */
export function sanitizeColumn(value: unknown, length: number): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.slice(0, length).replaceAll('\0', '').toWellFormed()
}

/** Returns an untrusted value as an object whose properties can be read; an empty object for any other value. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Returns a property of an untrusted value; `undefined` if the value is not an object. */
export function getField(value: unknown, name: string): unknown {
  return asRecord(value)[name]
}

/** The outermost error comes last, after its causes. */
function outermostException(event: SentryEvent): SentryException | undefined {
  return event.exception?.values?.at(-1)
}

function getMessage(event: SentryEvent): string {
  const { message, logentry } = event
  const formatted = typeof message === 'string' ? message : (message ?? logentry)?.formatted
  const plain = formatted ?? (typeof message === 'object' ? message?.message : undefined) ?? logentry?.message
  return outermostException(event)?.value ?? plain ?? ''
}

/** Returns the frames of the application, the innermost one last. */
function inAppFrames(event: SentryEvent): Frame[] {
  const frames = outermostException(event)?.stacktrace?.frames ?? []
  const own = frames.filter((frame) => frame.in_app !== false && !frame.filename?.includes('node_modules'))
  return own.map((frame) => ({ function: frame.function ?? '?', file: frame.filename ?? '' }))
}

function getEventFingerprint(event: SentryEvent, kind: string): string {
  const given = event.fingerprint?.filter((text) => text !== '{{ default }}' && text !== '{{default}}') ?? []
  if (given.length === 1 && /^[\da-f]{16}$/.test(given[0] as string)) return given[0] as string
  const computed = fingerprintTexts(kind, getMessage(event), inAppFrames(event))
  return hashFingerprint(
    given.length > 0 && given.length === event.fingerprint?.length ? given : [...given, ...computed],
  )
}

/** Returns name and version, such as `Firefox 132`, of a user agent; `null` for an unknown browser. */
export function getBrowser(userAgent: string): string | null {
  const names = [
    [/\bEdgA?\/(\d{1,9})/, 'Edge'],
    [/\bOPR\/(\d{1,9})/, 'Opera'],
    [/\b(?:Firefox|FxiOS)\/(\d{1,9})/, 'Firefox'],
    [/\b(?:Chrome|CriOS)\/(\d{1,9})/, 'Chrome'],
    // Anchored, because a search that starts at every `Version` would be quadratic.
    [/^(?=.*\bSafari\/).*?\bVersion\/(\d{1,9})/, 'Safari'],
  ] as const
  for (const [pattern, name] of names) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return null
}

/** Returns the event's time in milliseconds; `receivedAt` if the event has none, or an impossible one. */
function getTimestamp(timestamp: SentryEvent['timestamp'], receivedAt: number): number {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(timestamp ?? '')
  return Number.isFinite(at) && at > 0 && at < receivedAt + 86_400_000 ? Math.round(at) : receivedAt
}

/**
 * Extracts the columns of an event that the desk lists. Texts are truncated; the event itself is stored in full. `at`
 * is the event's time, in milliseconds since 1970. `kind` is the error's class, else `message` or `feedback`.
 * `fingerprint`, which groups the occurrences of one problem across builds, is 16 hexadecimal digits.
 *
 * @param type the item's type: feedback is a separate kind
 * @param sender its user agent counts if the event lacks the browser's name
 */
export function summarizeEvent(
  event: SentryEvent,
  type: 'event' | 'feedback',
  { userAgent, receivedAt }: Omit<Sender, 'origin'>,
) {
  const { tags, contexts } = event
  const kind = type === 'feedback' ? 'feedback' : (sanitizeColumn(outermostException(event)?.type, 100) ?? 'message')
  const side: 'browser' | 'server' = event.platform === 'node' ? 'server' : 'browser'
  const feedback = getField(getField(contexts, 'feedback'), 'message')
  return {
    at: getTimestamp(event.timestamp, receivedAt),
    side,
    kind,
    message: sanitizeColumn(typeof feedback === 'string' ? feedback : getMessage(event), 1_000) ?? '',
    level: sanitizeColumn(event.level, 20) ?? 'error',
    fingerprint: getEventFingerprint(event, kind),
    digest: sanitizeColumn(getField(tags, 'digest'), 64),
    route: sanitizeColumn(getField(tags, 'route') ?? event.transaction, 300),
    release: sanitizeColumn(event.release, 200),
    environment: sanitizeColumn(event.environment, 64),
    traceId: sanitizeColumn(getField(getField(contexts, 'trace'), 'trace_id'), 32),
    browser: sanitizeColumn(getField(tags, 'browser'), 60) ?? (userAgent === null ? null : getBrowser(userAgent)),
    locale: sanitizeColumn(getField(tags, 'locale') ?? getField(getField(contexts, 'culture'), 'locale'), 35),
    tab: sanitizeColumn(getField(tags, 'tab'), 64),
  }
}
