import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { AnyRouter } from '@tanstack/react-router'
import { headerOf } from '#fairlead/platform/http/check-origin.ts'
import { isPrefetch } from '#fairlead/platform/http/is-prefetch.ts'
import { type Client, unknownClient } from '#fairlead/platform/http/forwarded.ts'
import { normalizedPath } from '#fairlead/platform/http/normalized-path.server.ts'

export type CapturedError = {
  digest: string
  fingerprint: string
  /** The last attempt to render the page that failed with this error. */
  attempt: number
  /** Resolves when the report is stored; never rejects. */
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
  /** The URL whose page is shown at this URL; `null` if it is the same. */
  rewrittenUrl: string | null = null
  /** The visitor's language if URLs have no locale; `undefined` if they have one. */
  visitorLocale: string | undefined
  readonly client: Client
  /** True if the visitor has not made this request yet: nothing may change that they have not seen. */
  readonly isPrefetch: boolean
  /** The application that responds, if an old one (`beside`) exists and the choice depends on the visitor. */
  side: 'new' | 'old' | undefined
  stage = ''
  /** The name and the file of the called function, once its middleware runs. */
  functionName: string | undefined
  /** False until the called function runs: an error before that comes from the payload. */
  handlerReached = false
  /** The status of the thrown error. */
  status: number | undefined
  /** The first error that may be sent: a masked one, or one for people. */
  publicError: Error | undefined
  /** The captured errors, in the order of their capture. */
  readonly capturedErrors: CapturedError[] = []
  /**
   * Captured values that are not objects. They have no identity, so within a request equal values count as the same.
   */
  readonly capturedPrimitives = new Map<unknown, CapturedError>()
  /** The error of each attempt to render the page; with each, one more segment is replaced by its error page. */
  readonly renderErrors: unknown[] = []
  /** The number of attempts to render the page before the current one. */
  attempt = 0
  isRendered = false
  matchCount = 0
  /** True if the response is for one person, who is signed in or sees a personal part: no cache stores it. */
  isPersonal = false
  /** The renderer of the page. It is `unfinished` if the page suspended, or failed, while it was rendered to a string. */
  rendering: 'stream' | 'string' | 'unfinished' = 'stream'
  /** The nonce for scripts of the document; `undefined` for a page that all visitors share. */
  readonly nonce: string | undefined
  /** A function to call when a page to be cached reads private data of its visitor; undefined for other pages. */
  onPrivateRead: ((what: string) => void) | undefined
  /** A function that runs instead of the router, within Start's context of the request. */
  insteadOfPage: (() => Promise<void>) | undefined
  readonly cacheTags = new Set<string>()
  /** Settles when this process knows the visitor's own invalidations. */
  caughtUp: Promise<void> | undefined
  /** The tags that the request has invalidated, and the number of the last invalidation. */
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
    this.isPrefetch = isPrefetch(headerOf(request))
    this.nonce = nonce
  }
}

const requestContexts = new AsyncLocalStorage<RequestContext>()

export function hasIdentity(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

const disconnectReasons = new WeakSet<object>()

/**
 * True for an error that only reports that a client disconnected. A stream may throw it outside of any request context,
 * when the socket closes.
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

/** True if the page is to be rendered once more, with one more segment replaced by its error page. */
export function canRetryRender({ renderErrors, matchCount }: RequestContext): boolean {
  return renderErrors.length <= matchCount
}

/** True during the render of a page that all visitors share, which may contain nothing from one request. */
export function isSharedRender(): boolean {
  const context = getRequestContext()
  return context !== undefined && context.nonce === undefined
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}

/** Returns the context of a page request that replaces another one, at the same stage. */
export function deriveRequestContext(
  { routes, client, pathname, rewrittenUrl, visitorLocale }: RequestContext,
  request: Request,
): RequestContext {
  const derived = new RequestContext(request, createNonce(), routes, client)
  return Object.assign(derived, { pathname, rewrittenUrl, visitorLocale })
}
