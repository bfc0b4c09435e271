/** The message for a response that is not from a server function; Next.js has the same. */
const UNEXPECTED = 'An unexpected response was received from the server.'

/** Maximum length of the reason of a refusal, in characters. */
const REASON_LENGTH = 300

/** The response to a call is not from the server function: a proxy's page, or a refusal before the function ran. */
export class UnexpectedResponseError extends Error {
  readonly code = 'UNEXPECTED_RESPONSE'
  readonly status: number
  /** Seconds until the server allows another try, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(status: number, message = UNEXPECTED, retryAfter?: number) {
    super(message)
    this.name = 'UnexpectedResponseError'
    this.status = status
    this.retryAfter = retryAfter
  }
}

type Head = Pick<Response, 'status' | 'headers'>

/** The kind of a response to a call, by status and headers. */
export type ResponseKind =
  /** From a server function, marked by Start's header. */
  | 'server-function'
  /** JSON without Start's mark: a redirect or not-found of a server function, or a response from elsewhere. */
  | 'unmarked-json'
  /** A refusal with its reason as plain text. */
  | 'refusal'
  | 'unexpected'

/** Classifies a response by its content type and Start's headers. Pure. */
export function responseKind({ status, headers }: Head): ResponseKind {
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const isJson = type?.trim() === 'application/json'
  if (headers.has('x-tss-raw')) return 'server-function'
  if (headers.has('x-tss-serialized'))
    return isJson || type?.trim() === 'application/x-tss-framed' ? 'server-function' : 'unexpected'
  if (isJson) return 'unmarked-json'
  return status >= 400 && type?.trim() === 'text/plain' ? 'refusal' : 'unexpected'
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3), which is in seconds or a date. Returns seconds from `now` (epoch
 * milliseconds). Pure.
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = /^[a-z]{3},/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000))
}

/** True for a redirect or a not-found as Start serializes them. */
function isRouterSignal(json: unknown): json is object {
  return typeof json === 'object' && json !== null && ('isNotFound' in json || 'isSerializedRedirect' in json)
}

/**
 * Returns the response to a call, its body unread, if it is from a server function.
 *
 * @param calledFrom the path of the page that called, which becomes an option of a redirect: see `navigate` in router.tsx
 * @throws UnexpectedResponseError for any other response, whatever its status
 */
export async function acceptResponse(
  response: Response,
  calledFrom?: string,
  now: number = Date.now(),
): Promise<Response> {
  const kind = responseKind(response)
  if (kind === 'server-function') return response
  if (kind === 'unmarked-json') {
    const json: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (isRouterSignal(json)) return Response.json({ ...json, calledFrom }, response)
  }
  const reason = kind === 'refusal' ? (await response.text().catch(() => '')).trim().slice(0, REASON_LENGTH) : ''
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
  throw new UnexpectedResponseError(response.status, reason || undefined, retryAfter)
}

/** URLs whose last response was rejected. The next request bypasses the browser's cache. */
const rejectedUrls = new Set<string>()

/** Sends a call with `send`, passes the response to `observe`, and accepts or rejects it. */
export async function sendCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  send: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>,
  observe?: (response: Response, prefetch: boolean) => void,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const calledFrom = globalThis.location?.pathname
  const response = await send(input, rejectedUrls.delete(url) ? { ...init, cache: 'reload' } : init)
  observe?.(response, false)
  try {
    return await acceptResponse(response, calledFrom)
  } catch (error) {
    rejectedUrls.add(url)
    throw error
  }
}

/** Response header of a call to a server function that this build does not have. */
export const STALE_SERVER_FN_HEADER = 'x-server-function'

/** The called server function no longer exists: the server runs another build than this tab. */
export class StaleServerFnError extends Error {
  readonly code = 'SERVER_FUNCTION_GONE'
  readonly status = 404
  constructor() {
    super('this function of the server no longer exists: it runs another build than this page')
    this.name = 'StaleServerFnError'
  }
}
