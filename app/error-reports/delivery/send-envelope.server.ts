import type { UpstreamResponse } from '#app/error-reports/delivery/classify-response.ts'
import { type Dsn, dsnText, ingestUrl } from '#app/error-reports/envelope/dsn.ts'
import { CATEGORIES, type ItemType } from '#app/error-reports/envelope/validate-items.ts'
import { parseEnvelope } from '#app/error-reports/envelope/parse-envelope.ts'
import { deliveryHeader, joinItems } from '#app/error-reports/envelope/serialize-envelope.ts'
import type { Claimed } from '#app/error-reports/store/delivery-queue.server.ts'

/** Bytes of an answer that are read for its reason. */
const REASON_BYTES = 2_000

const NEWLINE = Buffer.from('\n')

/** The stored items without those of categories that the ingest has already. */
function remaining(body: Uint8Array, taken: readonly string[]): Uint8Array {
  if (taken.length === 0) return body
  const parsed = parseEnvelope(Buffer.concat([Buffer.from('{}\n'), body]))
  if (parsed.type !== 'ok') return body
  return joinItems(parsed.envelope.items.filter(({ type }) => !taken.includes(CATEGORIES[type as ItemType])))
}

async function reasonOf(response: Response): Promise<string | null> {
  const header = response.headers.get('x-sentry-error')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > REASON_BYTES) break
  }
  const said = /"detail"\s*:\s*"([^"]{1,300})/.exec(text)?.[1]
  return (header ?? said)?.slice(0, 300).replaceAll('\0', '') ?? null
}

/**
 * Sends an envelope to the ingest of `dsn` and to no other address: redirections are not followed. User agent and
 * origin are the visitor's, because the ingest judges by them; nothing else of the visitor's request goes along.
 * Never throws.
 *
 * @param now milliseconds since 1970
 * @param timeoutMs for the whole exchange
 */
export async function sendEnvelope(
  { fetch }: { fetch: typeof globalThis.fetch },
  dsn: Dsn,
  claimed: Claimed,
  now: number,
  timeoutMs: number,
): Promise<UpstreamResponse> {
  const { header, body, receivedAt, taken, userAgent, origin } = claimed
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
      body: Buffer.concat([headerLine, NEWLINE, remaining(body, taken)]),
    })
    const { status, headers } = response
    // A 2xx says it all; its body is read to the end so that the connection can be used again.
    const reason = await reasonOf(response).catch(() => null)
    return { type: 'answered', status, headers, reason }
  } catch (error) {
    return { type: 'unanswered', reason: describe(error) }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause } = error
  const code = cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : undefined
  return `no answer: ${code ?? error.message}`.slice(0, 300)
}
