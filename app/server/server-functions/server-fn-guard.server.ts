import { checkOrigin } from '#app/server/http/check-origin.ts'
import { bodyLimitOf, SERVER_FN_LIMITS } from '#app/server/server-functions/body-limit.ts'
import { limitBody, refuse, refuseRate } from '#app/server/http/limit-request.server.ts'
import type { Client } from '#app/server/http/forwarded.ts'
import { FORBIDDEN_METHODS } from '#app/server/http/server-route.ts'
import type { RateDecision } from '#app/server/http/token-bucket.ts'
import { normalizedPath } from '#app/server/http/normalized-path.server.ts'
import type { RequestContext } from '#app/server/request-context.server.ts'

/** The options of the guard of server functions. */
export type ServerFnGuardOptions = {
  publicOrigin: string | undefined
  /** Takes a token of the client's rate limit. */
  allow: (client: Client) => Promise<RateDecision>
}

type Caller = Pick<RequestContext, 'request' | 'client'>

const SAFE = new Set(['GET', 'HEAD'])

/** Refuses a call that does not come from a page of this site. */
export function rejectCrossOrigin(
  { request, client: { hosts } }: Caller,
  { publicOrigin }: ServerFnGuardOptions,
): Response | undefined {
  const header = (name: string): string | null => request.headers.get(name)
  const admission = checkOrigin({ header, hosts, publicOrigin })
  return admission.type === 'refused' ? refuse(403, `Forbidden: ${admission.why}`) : undefined
}

/**
 * Reads a call of an existing function. A call with an unsafe method counts against its client's rate limit, and its body
 * is read up to the function's limit, and up to `SERVER_FN_LIMITS.fields`.
 *
 * @param observe gets every chunk of the body, also if it is too large
 * @returns the call with its body, or the response that refuses it
 */
export async function readServerFnRequest(
  { request, client }: Caller,
  { allow }: ServerFnGuardOptions,
  observe?: (chunk: Buffer) => void,
): Promise<Request | Response> {
  if (SAFE.has(request.method)) return request
  if (FORBIDDEN_METHODS.has(request.method)) return refuse(405, 'Method Not Allowed', { allow: 'GET, POST' })
  const refusal = refuseRate(await allow(client))
  if (refusal) return refusal
  const bytes = bodyLimitOf({ url: normalizedPath(new URL(request.url).pathname) })
  return limitBody(request, { ...SERVER_FN_LIMITS, bytes }, observe)
}
