import { TSS_CONTENT_TYPE_FRAMED, X_TSS_RAW_RESPONSE, X_TSS_SERIALIZED } from '@tanstack/react-start'

/** The message for a response that does not come from a server function; Next.js has the same one. */
const UNEXPECTED = 'An unexpected response was received from the server.'

/** Maximum length of the reason of a refusal, in characters. */
const REASON_LENGTH = 300

/**
 * The error of a call whose response does not come from the server function: it is a proxy's page, or a refusal before
 * the function ran.
 */
export class UnexpectedResponseError extends Error {
  readonly code = 'UNEXPECTED_RESPONSE'
  readonly status: number
  /** Seconds until the server allows another attempt, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(status: number, message = UNEXPECTED, retryAfter?: number) {
    super(message)
    this.name = 'UnexpectedResponseError'
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Reads `Retry-After` (RFC 9110, 10.2.3). Returns seconds from `now` (epoch milliseconds). Pure. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = /^[a-z]{3},/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000))
}

/** True for a redirect or a not-found in Start's serialized form. */
function isRouterSignal(json: unknown): json is object {
  return typeof json === 'object' && json !== null && ('isNotFound' in json || 'isSerializedRedirect' in json)
}

/**
 * Returns the response to a call, its body unread, if it comes from a server function: it has one of Start's headers,
 * or is a redirect or not-found, which Start does not mark.
 *
 * @param calledFrom the path of the page that called, which becomes an option of a redirect: see `navigate` in
 *   router.tsx
 * @throws UnexpectedResponseError for any other response, whatever its status, with the reason if it is a refusal in
 *   text
 */
export async function acceptResponse(response: Response, calledFrom?: string): Promise<Response> {
  const { status, headers } = response
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const isJson = type === 'application/json'
  const isSerialized = headers.has(X_TSS_SERIALIZED)
  if (headers.has(X_TSS_RAW_RESPONSE) || (isSerialized && (isJson || type === TSS_CONTENT_TYPE_FRAMED))) return response
  if (isJson && !isSerialized) {
    const json: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (isRouterSignal(json)) return Response.json({ ...json, calledFrom }, response)
  }
  const isRefusal = !isSerialized && status >= 400 && type === 'text/plain'
  const reason = isRefusal ? (await response.text().catch(() => '')).trim().slice(0, REASON_LENGTH) : ''
  const retryAfter = readRetryAfter(headers.get('retry-after'), Date.now())
  throw new UnexpectedResponseError(status, reason || undefined, retryAfter)
}

/** URLs whose next request bypasses the browser's cache. */
const rejectedUrls = new Set<string>()

/** Sends a call with `send`, and accepts or rejects the response. */
export async function sendCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  send: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const calledFrom = globalThis.location?.pathname
  const response = await send(input, rejectedUrls.delete(url) ? { ...init, cache: 'reload' } : init)
  try {
    return await acceptResponse(response, calledFrom)
  } catch (error) {
    rejectedUrls.add(url)
    throw error
  }
}

/** The header of a response to a call of a server function that this build does not have. */
export const STALE_SERVER_FN_HEADER = 'x-server-function'

/** The error of a call whose server function no longer exists, because the server runs another build than this tab. */
export class StaleServerFnError extends Error {
  readonly code = 'SERVER_FUNCTION_GONE'
  readonly status = 404
  constructor() {
    super('this function of the server no longer exists: it runs another build than this page')
    this.name = 'StaleServerFnError'
  }
}
