import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { AnyRouter } from '@tanstack/react-router'
import { type Client, unknownClient } from '#fairlead/platform/http/forwarded.ts'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'

export type CapturedError = {
  digest: string
  fingerprint: string
  /** The last attempt to render the page that failed in this way. */
  attempt: number
  /** Resolves, and never rejects, once the report is stored. */
  stored: Promise<unknown>
}

export type RouteMatcher = Pick<AnyRouter, 'getMatchedRoutes'>

const NO_ROUTES: RouteMatcher = { getMatchedRoutes: () => [[], {}, undefined] }

function memoizeMatches(routes: RouteMatcher): RouteMatcher {
  const matches = new Map<string, ReturnType<RouteMatcher['getMatchedRoutes']>>()
  return {
    getMatchedRoutes(pathname) {
      const found = matches.get(pathname) ?? routes.getMatchedRoutes(pathname)
      matches.set(pathname, found)
      return found
    },
  }
}

export class RequestContext {
  readonly request: Request
  readonly url: URL
  /** A page or a server route; or the call of a server function. */
  kind: 'page' | 'call' = 'page'
  readonly routes: RouteMatcher
  /** The normalized path of the page to show. The routing table changes it with `rewrittenUrl`. */
  pathname: string
  /** The URL whose page is shown at this one; `null` when it shows its own. */
  rewrittenUrl: string | null = null
  /** The visitor's language, where URLs do not say it; `undefined` where they do. */
  visitorLocale: string | undefined
  readonly client: Client
  /** The application that answers, where an old one runs beside this one and visitors differ. */
  side: 'new' | 'old' | undefined
  stage = ''
  /** The called function: its name and its file. */
  functionName: string | undefined
  /** False until the called function runs: an error before that is the fault of the payload. */
  handlerReached = false
  /** The status that the error which was thrown asks for. */
  status: number | undefined
  /** The first error that may be sent: a masked one, or one that is meant for people. */
  publicError: Error | undefined
  /** In the order of their capture. */
  readonly capturedErrors: CapturedError[] = []
  /** Captured values that are no objects. They have no identity, so within a request equal ones are the same. */
  readonly capturedPrimitives = new Map<unknown, CapturedError>()
  /** The error of each attempt to render the page; with each, one more segment is replaced by its error page. */
  readonly renderErrors: unknown[] = []
  /** The number of attempts to render the page before the current one. */
  attempt = 0
  isRendered = false
  matchCount = 0
  /** True when the response is for one person, who is signed in or sees a part of their own: no cache stores it. */
  isPersonal = false
  /** The way in which the page is rendered; `unfinished` when it suspended, or failed, as a string. */
  rendering: 'stream' | 'string' | 'unfinished' = 'stream'
  /** For scripts of the document; `undefined` for a page that all visitors share. */
  readonly nonce: string | undefined
  /** Is called when a page that is to be cached reads what other visitors have not; undefined for other pages. */
  onPrivateRead: ((what: string) => void) | undefined
  /** Is called in place of the router, within Start's context of the request. */
  insteadOfPage: (() => Promise<void>) | undefined
  readonly cacheTags = new Set<string>()
  /** Settles once this process knows of what the visitor has invalidated. */
  caughtUp: Promise<void> | undefined
  /** `number` is of the last invalidation. */
  readonly invalidated = { tags: new Set<string>(), number: 0 }

  constructor(
    request: Request,
    nonce: string | undefined,
    routes = NO_ROUTES,
    client = unknownClient(request.headers.get('host')),
  ) {
    const { signal } = request
    signal.addEventListener('abort', () => hasIdentity(signal.reason) && disconnectReasons.add(signal.reason), {
      once: true,
    })
    this.request = request
    this.url = new URL(request.url)
    this.routes = memoizeMatches(routes)
    this.pathname = normalizedPath(this.url.pathname)
    this.client = client
    this.nonce = nonce
  }
}

const requestContexts = new AsyncLocalStorage<RequestContext>()

export function hasIdentity(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

const disconnectReasons = new WeakSet<object>()

/**
 * Returns true for an error that only says that a client disconnected. A stream may throw it outside of any request
 * context, when the socket closes.
 */
export function isClientDisconnect(thrown: unknown): boolean {
  return hasIdentity(thrown) && disconnectReasons.has(thrown)
}

/** Returns the context of the current request; `undefined` outside of any. */
export function getRequestContext(): RequestContext | undefined {
  return requestContexts.getStore()
}

export function runWithRequestContext<T>(context: RequestContext, run: () => T): T {
  return requestContexts.run(context, run)
}

export function runOutsideOfRequest<T>(run: () => T): T {
  return requestContexts.exit(run)
}

/** True when the page is to be rendered once more, with one more segment replaced by its error page. */
export function canRetryRender({ renderErrors, matchCount }: RequestContext): boolean {
  return renderErrors.length <= matchCount
}

/** True while a page is rendered that all visitors share, which may contain nothing of one request. */
export function isSharedRender(): boolean {
  const context = getRequestContext()
  return context !== undefined && context.nonce === undefined
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Returns the context of a page request that is made in place of another, at the same point of the pipeline. */
export function deriveRequestContext(
  { routes, client, pathname, rewrittenUrl, visitorLocale }: RequestContext,
  request: Request,
): RequestContext {
  const derived = new RequestContext(request, createNonce(), routes, client)
  return Object.assign(derived, { pathname, rewrittenUrl, visitorLocale })
}
