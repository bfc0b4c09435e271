import type { UpstreamResponse } from '#fairlead/error-reports/delivery/classify-response.ts'
import { type Dsn, dsnText, ingestUrl } from '#fairlead/error-reports/envelope/dsn.ts'
import type { StoredHeader } from '#fairlead/error-reports/envelope/envelope-record.ts'
import { CATEGORIES, type ItemType } from '#fairlead/error-reports/envelope/validate-items.ts'
import { joinItems, parseItems } from '#fairlead/error-reports/envelope/parse-envelope.ts'
import type { Claimed } from '#fairlead/error-reports/delivery/delivery-queue.ts'

const REASON_LENGTH = 2_000

const NEWLINE = Buffer.from('\n')

function withoutAccepted(body: Uint8Array, accepted: readonly string[]): Uint8Array {
  if (accepted.length === 0) return body
  return joinItems(parseItems(body).filter(({ type }) => !accepted.includes(CATEGORIES[type as ItemType])))
}

/** Reads the reason why the ingest refused an envelope, and the body up to its limit. */
async function readReason(response: Response): Promise<string | null> {
  const header = response.headers.get('x-sentry-error')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > REASON_LENGTH) break
  }
  const detail = /"detail"\s*:\s*"([^"]{1,300})/.exec(text)?.[1]
  return (header ?? detail)?.slice(0, 300).replaceAll('\0', '') ?? null
}

/**
 * Serializes the header for the ingest. `sent_at` is moved by the time for which the envelope was stored here, so that
 * the ingest sees the error of the visitor's clock without the delay of the delivery. If this server's clock was set
 * back, the delay counts as 0.
 *
 * @param receivedAt milliseconds since 1970, like `now`
 */
export function deliveryHeader(stored: StoredHeader, dsn: string, receivedAt: number, now: number): string {
  const { sent_at: sentAt } = stored
  const delay = Math.max(0, now - receivedAt)
  const moved = sentAt === undefined ? NaN : Date.parse(sentAt) + delay
  // A time beyond the range of a Date stays unchanged.
  const shifted = Math.abs(moved) <= 8.64e15 ? { sent_at: new Date(moved).toISOString() } : {}
  return JSON.stringify({ ...stored, ...shifted, dsn })
}

/**
 * Sends an envelope to the ingest of `dsn` and to no other URL: redirects are not followed. It sends the visitor's user
 * agent and origin, because the ingest filters by them, and nothing else of the visitor's request. Never throws.
 *
 * @param now milliseconds since 1970
 * @param timeoutMs for the whole exchange
 */
export async function sendEnvelope(
  dsn: Dsn,
  claimed: Claimed,
  now: number,
  timeoutMs: number,
): Promise<UpstreamResponse> {
  const { header, body, receivedAt, accepted, userAgent, origin } = claimed
  const headerLine = Buffer.from(deliveryHeader(header, dsnText(dsn), receivedAt, now))
  try {
    const response = await fetch(ingestUrl(dsn), {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=fairlead/1, sentry_key=${dsn.key}`,
        'user-agent': userAgent ?? 'fairlead/1',
        ...(origin !== null && { origin }),
      },
      body: Buffer.concat([headerLine, NEWLINE, withoutAccepted(body, accepted)]),
    })
    const { status, headers } = response
    // The body is read at a 2xx as well, so that the connection can be reused.
    return { status, headers, reason: await readReason(response).catch(() => null) }
  } catch (error) {
    return { status: null, headers: new Headers(), reason: describeFailure(error) }
  }
}

/** Returns the reason why a request had no response, without its URL. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  const { cause } = error
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined
  return `no response: ${code ?? error.message}`.slice(0, 300)
}
