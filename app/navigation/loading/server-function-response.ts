/** The message for a response that does not come from a server function, as in Next.js. */
const UNEXPECTED = 'An unexpected response was received from the server.'

/** Characters of a plain text that are taken as the reason. */
const REASON_LENGTH = 300

/** A server function was called, and what came back is not its answer: a proxy's page, or a refusal before it. */
export class UnexpectedResponseError extends Error {
  readonly code = 'UNEXPECTED_RESPONSE'
  readonly status: number
  /** After how many seconds the server says that it may be tried again, if it does. */
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
  /** Of a server function, as Start marks it. */
  | 'answer'
  /** JSON without its mark: a redirect or a not-found of a server function, or anybody's. */
  | 'unmarked-json'
  /** A refusal that says why. */
  | 'refusal'
  | 'unexpected'

/** Tells by its content type and by Start's headers whose response it is. Pure. */
export function responseKind({ status, headers }: Head): ResponseKind {
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const isJson = type?.trim() === 'application/json'
  if (headers.has('x-tss-raw')) return 'answer'
  if (headers.has('x-tss-serialized'))
    return isJson || type?.trim() === 'application/x-tss-framed' ? 'answer' : 'unexpected'
  if (isJson) return 'unmarked-json'
  return status >= 400 && type?.trim() === 'text/plain' ? 'refusal' : 'unexpected'
}

/** Reads `Retry-After` (RFC 9110, 10.2.3), which is seconds or a date, in seconds from `now` (epoch milliseconds). Pure. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = /^[a-z]{3},/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000))
}

/** A redirect or a not-found as Start writes them. */
function isRouterSignal(json: unknown): boolean {
  return typeof json === 'object' && json !== null && ('isNotFound' in json || 'isSerializedRedirect' in json)
}

/**
 * Returns the response to a call of a server function if it is one, for whoever reads it next.
 *
 * @throws UnexpectedResponseError for any other, whatever its status
 */
export async function acceptResponse(response: Response, now: number = Date.now()): Promise<Response> {
  const kind = responseKind(response)
  if (kind === 'answer') return response
  if (kind === 'unmarked-json') {
    const json: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (isRouterSignal(json)) return response
  }
  const reason = kind === 'refusal' ? (await response.text().catch(() => '')).trim().slice(0, REASON_LENGTH) : ''
  const retryAfter = readRetryAfter(response.headers.get('retry-after'), now)
  throw new UnexpectedResponseError(response.status, reason || undefined, retryAfter)
}

/** Addresses that somebody else answered: what the browser's cache has of them is not asked again. */
const answeredByOthers = new Set<string>()

/** Sends a call by `send`, has `observe` look at the response, and accepts it. */
export async function sendCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  send: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>,
  observe?: (response: Response, prefetch: boolean) => void,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const response = await send(input, answeredByOthers.delete(url) ? { ...init, cache: 'reload' } : init)
  observe?.(response, false)
  try {
    return await acceptResponse(response)
  } catch (error) {
    answeredByOthers.add(url)
    throw error
  }
}
