import { fingerprintParts, type Frame, hashParts } from '#app/errors/fingerprint.ts'
import type { SentryEvent, SentryException } from '#app/error-reports/envelope/validate-items.ts'

/** What the desk lists of an event. Texts are cut to what a list shows; the event itself is kept whole. */
export type EventSummary = {
  /** When it happened, in milliseconds since 1970. */
  at: number
  side: 'browser' | 'server'
  /** The error's class, or what else it is: `message`, `feedback`. */
  kind: string
  message: string
  level: string
  /** Groups occurrences of one problem across builds: 16 hexadecimal digits. */
  fingerprint: string
  digest: string | null
  route: string | null
  release: string | null
  environment: string | null
  traceId: string | null
  browser: string | null
  locale: string | null
  tab: string | null
}

/** Text for a column: cut, without NUL (which PostgreSQL refuses) and without halves of characters. */
export function sanitizeColumn(value: unknown, length: number): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.slice(0, length).replaceAll('\0', '').toWellFormed()
}

function field(bag: unknown, name: string): unknown {
  return typeof bag === 'object' && bag !== null ? (bag as Record<string, unknown>)[name] : undefined
}

/** The outermost error: what was thrown comes last, its causes before it. */
function thrown(event: SentryEvent): SentryException | undefined {
  return event.exception?.values?.at(-1)
}

function getMessage(event: SentryEvent): string {
  const { message, logentry } = event
  const written = typeof message === 'string' ? message : (message ?? logentry)?.formatted
  const plain = written ?? (typeof message === 'object' ? message?.message : undefined) ?? logentry?.message
  return thrown(event)?.value ?? plain ?? ''
}

/** The frames of our own code, the top one last. */
function ownFrames(event: SentryEvent): Frame[] {
  const frames = thrown(event)?.stacktrace?.frames ?? []
  const own = frames.filter((frame) => frame.in_app !== false && !frame.filename?.includes('node_modules'))
  return own.map((frame) => ({ function: frame.function ?? '?', file: frame.filename ?? '' }))
}

function getEventFingerprint(event: SentryEvent, kind: string): string {
  const given = event.fingerprint?.filter((part) => part !== '{{ default }}' && part !== '{{default}}') ?? []
  if (given.length === 1 && /^[\da-f]{16}$/.test(given[0] as string)) return given[0] as string
  const computed = fingerprintParts(kind, getMessage(event), ownFrames(event))
  return hashParts(given.length > 0 && given.length === event.fingerprint?.length ? given : [...given, ...computed])
}

/** `Firefox 132` from a user agent; `null` when it names no browser that people use. */
export function getBrowser(userAgent: string): string | null {
  const names = [
    [/\bEdgA?\/(\d{1,9})/, 'Edge'],
    [/\bOPR\/(\d{1,9})/, 'Opera'],
    [/\b(?:Firefox|FxiOS)\/(\d{1,9})/, 'Firefox'],
    [/\b(?:Chrome|CriOS)\/(\d{1,9})/, 'Chrome'],
    // Looks for both from the beginning: from every `Version` on would be quadratic.
    [/^(?=.*\bSafari\/).*?\bVersion\/(\d{1,9})/, 'Safari'],
  ] as const
  for (const [pattern, name] of names) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return null
}

/** When an event says it happened, in milliseconds; the time it came when it says nothing sensible. */
function getTimestamp(timestamp: SentryEvent['timestamp'], receivedAt: number): number {
  const at = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(timestamp ?? '')
  return Number.isFinite(at) && at > 0 && at < receivedAt + 86_400_000 ? Math.round(at) : receivedAt
}

/**
 * What the desk lists of an event.
 *
 * @param type the item's type: feedback is an event of its own kind
 * @param userAgent of the request that brought the event, for a browser that the event does not name
 * @param receivedAt milliseconds since 1970
 */
export function summarizeEvent(
  event: SentryEvent,
  type: 'event' | 'feedback',
  userAgent: string | null,
  receivedAt: number,
): EventSummary {
  const { tags, contexts } = event
  const kind = type === 'feedback' ? 'feedback' : (sanitizeColumn(thrown(event)?.type, 100) ?? 'message')
  const side = event.platform === 'node' ? 'server' : 'browser'
  const feedback = field(field(contexts, 'feedback'), 'message')
  return {
    at: getTimestamp(event.timestamp, receivedAt),
    side,
    kind,
    message: sanitizeColumn(typeof feedback === 'string' ? feedback : getMessage(event), 1_000) ?? '',
    level: sanitizeColumn(event.level, 20) ?? 'error',
    fingerprint: getEventFingerprint(event, kind),
    digest: sanitizeColumn(field(tags, 'digest'), 64),
    route: sanitizeColumn(field(tags, 'route') ?? event.transaction, 300),
    release: sanitizeColumn(event.release, 200),
    environment: sanitizeColumn(event.environment, 64),
    traceId: sanitizeColumn(field(field(contexts, 'trace'), 'trace_id'), 32),
    browser: sanitizeColumn(field(tags, 'browser'), 60) ?? (userAgent === null ? null : getBrowser(userAgent)),
    locale: sanitizeColumn(field(tags, 'locale') ?? field(field(contexts, 'culture'), 'locale'), 35),
    tab: sanitizeColumn(field(tags, 'tab'), 64),
  }
}
