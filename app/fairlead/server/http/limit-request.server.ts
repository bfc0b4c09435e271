import { type BodyInFlight, createBytesInFlight } from '#fairlead/platform/http/bytes-in-flight.ts'
import { countFields } from '#fairlead/server/http/multipart-fields.server.ts'
import { readRequestBody } from '#fairlead/platform/http/read-body.server.ts'
import type { RateDecision } from '#fairlead/platform/http/token-bucket.ts'

/** The limits of a body: its bytes, the milliseconds until its last byte has come, and the fields of a form. */
export type BodyLimit = { bytes: number; bodyMs: number; fields?: number }

/** Bytes of the bodies that are read or handled at a time. A browser sends six at once. */
export const BODIES = { total: 134_217_728, perClient: 33_554_432, retryAfterSeconds: 5 } as const

/** The bodies of this process. Each is released once its response is known. */
export const bodiesInFlight = createBytesInFlight(BODIES)

export function refuse(status: number, why: string, headers: Record<string, string> = {}): Response {
  return new Response(`${why}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

export function refuseRate(decision: RateDecision): Response | undefined {
  if (decision.type === 'allowed') return undefined
  const seconds = String(decision.retryAfterSeconds)
  return refuse(429, `too many requests from this client; again in ${seconds} s`, { 'retry-after': seconds })
}

/**
 * Returns the request with its whole body, or the response that refuses it: 413, 408, 400, 429 or 503. `observe` gets
 * every chunk, also of a body that is refused.
 *
 * @param inFlight a reservation in `bodiesInFlight`, which the caller releases
 */
export async function limitBody(
  request: Request,
  { bytes, bodyMs, fields = Infinity }: BodyLimit,
  inFlight: BodyInFlight,
  observe?: (chunk: Buffer) => void,
): Promise<Request | Response> {
  const body = await readRequestBody(request, bytes, bodyMs, observe, (more) => inFlight.reserve(more, bytes))
  switch (body.type) {
    case 'too-large':
      return refuse(413, `the body is larger than ${body.limit} bytes`)
    case 'too-slow':
      return refuse(408, `the body took longer than ${bodyMs / 1_000} s`, { connection: 'close' })
    case 'no-room': {
      const [status, whose] = inFlight.refusal() === 'client' ? [429, ' of this client'] : [503, '']
      const headers = { 'retry-after': String(BODIES.retryAfterSeconds) }
      return refuse(status, `too many bytes${whose} are on their way; again in ${BODIES.retryAfterSeconds} s`, headers)
    }
    case 'aborted':
      return refuse(400, 'the body has no end')
    case 'ok': {
      const { url, method, headers, signal } = request
      if (countFields(body.bytes, headers.get('content-type') ?? '') > fields) {
        return refuse(413, `the form has more than ${fields} fields`)
      }
      return new Request(url, { method, headers, signal, body: body.bytes })
    }
  }
}
