import { AsyncLocalStorage } from 'node:async_hooks'

/** A failure that was written down: once in the log, once as a report. */
export type CapturedError = {
  digest: string
  fingerprint: string
  /** Resolves, and never rejects, once the report is stored. */
  stored: Promise<unknown>
}

/** What is known of one request while it is answered, as far as failures go. */
export type RequestContext = {
  readonly request: Request
  /** A page or a server route; or the call of a server function. */
  readonly kind: 'page' | 'call'
  /** What the client of a call is told from others by: its address, or the network it is in. */
  readonly client: string | undefined
  /** Whether the function that was called has been reached: before that its payload was at fault. */
  handlerReached: boolean
  /** The status that what was thrown asks for. */
  status: number | undefined
  /** The first error that may leave: a mask, or one that is meant for people. */
  publicError: Error | undefined
  /** In the order in which they came. */
  readonly capturedErrors: CapturedError[]
  /** What was thrown and is no object: it has no identity, so within a request the same is the same. */
  readonly capturedPrimitives: Map<unknown, CapturedError>
  /** What each attempt to render the page threw; with every one of them one more segment is replaced. */
  readonly renderErrors: unknown[]
  /** How many segments the page has. */
  matchCount: number
  /** For scripts of the document. None: the document is for everyone, and has nothing of one request in it. */
  readonly nonce: string | undefined
}

const requestContexts = new AsyncLocalStorage<RequestContext>()

/** Whether it has an identity, by which it can be known again. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

/** With what requests were aborted whose clients have gone. */
const disconnectReasons = new WeakSet<object>()

/** Whether it says that a client has gone. It also comes by outside of any visit: a stream is told when the socket closes. */
export function isClientDisconnect(thrown: unknown): boolean {
  return isObject(thrown) && disconnectReasons.has(thrown)
}

/** The request that is being answered; `undefined` outside of any. */
export function getRequestContext(): RequestContext | undefined {
  return requestContexts.getStore()
}

/** Answers a request, with its failures kept apart from those of others. */
export function runWithRequestContext<T>(visit: RequestContext, answer: () => T): T {
  return requestContexts.run(visit, answer)
}

/** Whether the page is to be rendered once more, with one more segment replaced by its error page. */
export function canRetryRender({ renderErrors, matchCount }: RequestContext): boolean {
  return renderErrors.length <= matchCount
}

/** Whether the page that is being made is for everyone, and is to have nothing of one request in it. */
export function isSharedRender(): boolean {
  const visit = getRequestContext()
  return visit !== undefined && visit.nonce === undefined
}

/** @param nonce random for each request, in base64; `undefined` for a page that is made for everyone */
export function createRequestContext(
  request: Request,
  kind: RequestContext['kind'],
  nonce: string | undefined,
  client?: string,
): RequestContext {
  const { signal } = request
  signal.addEventListener('abort', () => isObject(signal.reason) && disconnectReasons.add(signal.reason), {
    once: true,
  })
  return {
    request,
    kind,
    client,
    handlerReached: false,
    status: undefined,
    publicError: undefined,
    capturedErrors: [],
    capturedPrimitives: new Map(),
    renderErrors: [],
    matchCount: 0,
    nonce,
  }
}
