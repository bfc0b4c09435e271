import { admitCall } from '#app/errors/calls/admit.ts'
import { allowedBytes, readCallBody } from '#app/errors/calls/bodies.server.ts'
import { CALL } from '#app/errors/calls/limits.ts'
import { normalizedPath } from '#app/navigation/normalized-path.server.ts'

/** What the host lends to the guard. */
export type CallHost = {
  publicOrigin: string | undefined
  /** Hosts that a request was sent to, as far as it can be believed. */
  hostsOf: (request: Request) => string[]
  /** What the client of a request is told from others by. */
  clientOf: (request: Request) => string
  /** Whether the client of a request may change something once more. */
  allow: (request: Request) => { type: 'allowed' } | { type: 'refused'; retryAfterSeconds: number }
}

const SAFE = new Set(['GET', 'HEAD'])

function refuse(status: number, why: string, headers: Record<string, string> = {}): Response {
  return new Response(`${why}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** Refuses a call that does not come from a page of this site. */
export function refuseStranger(request: Request, { publicOrigin, hostsOf }: CallHost): Response | undefined {
  const header = (name: string): string | null => request.headers.get(name)
  const admission = admitCall({ header, hosts: hostsOf(request), publicOrigin })
  return admission.type === 'refused' ? refuse(403, `Forbidden: ${admission.why}`) : undefined
}

/**
 * Takes in the call of a function that exists: one that changes something counts against its client's rate, and its body
 * is read up to the function's limit.
 *
 * @returns the call with its body, or the answer that refuses it
 */
export async function takeCall(request: Request, { allow }: CallHost): Promise<Request | Response> {
  if (SAFE.has(request.method)) return request
  const allowed = allow(request)
  if (allowed.type === 'refused') {
    const seconds = String(allowed.retryAfterSeconds)
    return refuse(429, `too many calls from this client; again in ${seconds} s`, { 'retry-after': seconds })
  }
  const limit = allowedBytes.get(normalizedPath(new URL(request.url).pathname)) ?? CALL.bytes
  const body = await readCallBody(request.body, limit, CALL.bodyMs)
  switch (body.type) {
    case 'too-large':
      return refuse(413, `the body is larger than ${body.limit} bytes`)
    case 'too-slow':
      return refuse(408, `the body took longer than ${CALL.bodyMs / 1_000} s`, { connection: 'close' })
    case 'aborted':
      return refuse(400, 'the body has no end')
    case 'ok': {
      const { url, method, headers, signal } = request
      return new Request(url, { method, headers, signal, body: body.bytes })
    }
  }
}
