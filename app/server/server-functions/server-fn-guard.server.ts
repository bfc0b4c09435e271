import { checkOrigin } from '#app/server/http/check-origin.ts'
import { bodyLimits } from '#app/server/server-functions/server-fn-body.server.ts'
import { SERVER_FN_LIMITS } from '#app/server/server-functions/body-limit.ts'
import { readRequestBody } from '#app/server/http/read-body.server.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'

/** The options of the guard of server functions. */
export type ServerFnGuardOptions = {
  publicOrigin: string | undefined
  /** Hosts that a request was sent to, as far as they are trusted. */
  hostsOf: (request: Request) => string[]
  /** Returns the rate-limit key of a request's client. */
  clientOf: (request: Request) => string
  /** Takes a token of the client's rate limit. */
  allow: (request: Request) => { type: 'allowed' } | { type: 'refused'; retryAfterSeconds: number }
}

const SAFE = new Set(['GET', 'HEAD'])

function textResponse(status: number, why: string, headers: Record<string, string> = {}): Response {
  return new Response(`${why}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** Refuses a call that does not come from a page of this site. */
export function rejectCrossOrigin(
  request: Request,
  { publicOrigin, hostsOf }: ServerFnGuardOptions,
): Response | undefined {
  const header = (name: string): string | null => request.headers.get(name)
  const admission = checkOrigin({ header, hosts: hostsOf(request), publicOrigin })
  return admission.type === 'refused' ? textResponse(403, `Forbidden: ${admission.why}`) : undefined
}

/**
 * Reads a call of an existing function. A call with an unsafe method counts against its client's rate limit, and its body
 * is read up to the function's limit.
 *
 * @returns the call with its body, or the response that refuses it
 */
export async function readServerFnRequest(
  request: Request,
  { allow }: ServerFnGuardOptions,
): Promise<Request | Response> {
  if (SAFE.has(request.method)) return request
  const allowed = allow(request)
  if (allowed.type === 'refused') {
    const seconds = String(allowed.retryAfterSeconds)
    return textResponse(429, `too many calls from this client; try again in ${seconds} s`, { 'retry-after': seconds })
  }
  const limit = bodyLimits.get(normalizedPath(new URL(request.url).pathname)) ?? SERVER_FN_LIMITS.bytes
  const body = await readRequestBody(request, limit, SERVER_FN_LIMITS.bodyMs)
  switch (body.type) {
    case 'too-large':
      return textResponse(413, `the body is larger than ${body.limit} bytes`)
    case 'too-slow':
      return textResponse(408, `the body took longer than ${SERVER_FN_LIMITS.bodyMs / 1_000} s`, {
        connection: 'close',
      })
    case 'aborted':
      return textResponse(400, 'the request body was aborted')
    case 'ok': {
      const { url, method, headers, signal } = request
      return new Request(url, { method, headers, signal, body: body.bytes })
    }
  }
}
