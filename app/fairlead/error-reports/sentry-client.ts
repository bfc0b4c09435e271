import {
  type Client,
  type Envelope,
  type OfflineStore,
  parseEnvelope,
  serializeEnvelope,
  getRootSpan,
  getSpanDescendants,
  makeOfflineTransport,
  spanToJSON,
} from '@sentry/core'
import {
  type BrowserOptions,
  captureException,
  type ErrorEvent,
  type EventHint,
  getActiveSpan,
  init,
  makeFetchTransport,
  tanstackRouterBrowserTracingIntegration,
  withScope,
} from '@sentry/react'
import { type AnyRouter, isNotFound, isRedirect } from '@tanstack/react-router'
import { getRouterInstance } from '@tanstack/react-start'
import { getDigest, getReportId } from '#fairlead/errors/digest.ts'
import { isTranslated } from '#fairlead/errors/error-page.ts'
import { publicErrorOf } from '#fairlead/errors/public-error.ts'
import type { EarlyErrors, PageError } from '#fairlead/error-reports/early-errors.ts'
import { release } from '#fairlead/error-reports/release.ts'
import { type BrowserSettings, clientConfigMeta } from '#fairlead/error-reports/client-config.functions.ts'
import { getNavigation } from '#fairlead/navigation/engine.ts'
import { prefetchKey } from '#fairlead/navigation/prefetch/prefetch-key.ts'
import { afterPaint } from '#fairlead/platform/after-paint.ts'

/** Further envelopes are dropped. */
const MAX_ENVELOPES = 200

const NAME = 'reports'

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(NAME, { autoIncrement: true }))
  return result(request)
}

/** The browser's fetch before the SDK wraps it, so that the requests that send reports are not recorded. */
const nativeFetch = window.fetch.bind(window)

/**
 * Fetches, and rejects for responses that mean "try again later". After any response the SDK drops the report; only if
 * the fetch rejects does it store the report for a retry.
 */
const fetchWithRetryableErrors: typeof fetch = async (input, options) => {
  // Browsers limit the total bytes of keepalive requests, and reject a request beyond the limit.
  const response = await nativeFetch(input, options).catch((error: unknown) => {
    if (!options?.keepalive) throw error
    return nativeFetch(input, { ...options, keepalive: false })
  })
  // A request counts towards that limit until its response has been read.
  await response.arrayBuffer()
  if (response.status >= 500 || [408, 429].includes(response.status))
    throw new Error(`the tunnel responded with ${response.status}`)
  return response
}

type TransportOptions = Parameters<NonNullable<BrowserOptions['transport']>>[0]

/**
 * Creates the SDK's transport with a store in IndexedDB. Unlike the SDK's store, it deletes an envelope only after it
 * was sent: if the tab is closed before, nothing is lost, and the server stores a duplicate only once.
 */
function createTransport(options: TransportOptions): ReturnType<NonNullable<BrowserOptions['transport']>> {
  let database: Promise<IDBDatabase> | undefined
  /** The envelopes that are being sent. The SDK may ask for the next one before the last one was sent. */
  const sending = new Map<Envelope, IDBValidKey>()

  const inStore = async <T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T | undefined> => {
    try {
      database ??= openDatabase()
      return await work((await database).transaction(NAME, 'readwrite').objectStore(NAME))
    } catch {
      // Private windows may have no IndexedDB.
      return undefined
    }
  }
  const store: OfflineStore = {
    push: (envelope) =>
      inStore(async (objects) => {
        if ((await result(objects.count())) < MAX_ENVELOPES) await result(objects.put(serializeEnvelope(envelope)))
      }),
    // The SDK calls this when sending has failed again. The envelope has kept its place.
    unshift: async (envelope) => void sending.delete(envelope),
    shift: () =>
      inStore(async (objects) => {
        const taken = new Set(sending.values())
        const key = (await result(objects.getAllKeys())).find((one) => !taken.has(one))
        if (key === undefined) return undefined
        const envelope = parseEnvelope((await result(objects.get(key))) as string | Uint8Array)
        sending.set(envelope, key)
        return envelope
      }),
  }
  const make = makeOfflineTransport((inner: TransportOptions) => {
    const transport = makeFetchTransport(inner, fetchWithRetryableErrors)
    return {
      flush: (timeout) => transport.flush(timeout),
      send: async (envelope) => {
        const response = await transport.send(envelope)
        const key = sending.get(envelope)
        // Without a status it was not sent: the ingest has set a limit, or too many envelopes are being sent.
        if (response.statusCode !== undefined && key !== undefined) {
          await inStore((objects) => result(objects.delete(key)))
          sending.delete(envelope)
        }
        return response
      },
    }
  })
  const transport = make({ ...options, createStore: () => store, flushAtStartup: true })
  window.addEventListener('online', () => void transport.flush())
  return transport
}

/** Returns an id that lasts as long as the tab, and does not identify the visitor. */
function tabId(): string {
  const newId = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)
  try {
    const stored = sessionStorage.getItem('tab')
    if (stored !== null) return stored
    sessionStorage.setItem('tab', newId)
  } catch {
    // Storage is blocked, so the id lasts only as long as the page.
  }
  return newId
}

/** True if a navigation's data is in the prefetch cache, so that the page can render at once. */
function isPrefetched({ toLocation }: { toLocation: Parameters<typeof prefetchKey>[0] }): boolean {
  const status = getNavigation()?.entries.status(prefetchKey(toLocation), Date.now())
  return status === 'fresh' || status === 'reusable'
}

/** Returns the location at which the document was opened. Somebody may have navigated since. */
function openedLocation(router: AnyRouter): AnyRouter['latestLocation'] {
  const [entry] = performance.getEntriesByType('navigation')
  const { pathname, search, hash } = new URL(entry?.name ?? location.href, location.href)
  return router.parseLocation({ pathname, search, hash, href: pathname + search + hash, state: { __TSR_index: 0 } })
}

/**
 * Returns a router whose events the SDK can trace. The SDK is loaded after the page: it would name the page load and its
 * web vitals after a navigation that has begun or ended since. Starting a trace takes as long as rendering a page, so
 * listeners are delayed until the new page is painted or the next navigation starts.
 */
function tracingRouter(router: AnyRouter): AnyRouter {
  let isPageLoad = true
  const delayed: (() => void)[] = []
  const flush = () => delayed.splice(0).forEach((notify) => notify())
  const delay = (notify: () => void) => {
    delayed.push(notify)
    afterPaint(flush)
  }
  const subscribe: AnyRouter['subscribe'] = (event, listener) => {
    if (event === 'onBeforeLoad') {
      return router.subscribe(event, (navigation) => {
        flush()
        if (isPrefetched(navigation)) delay(() => listener(navigation))
        else listener(navigation)
      })
    }
    if (event !== 'onResolved') return router.subscribe(event, listener)
    // The first listener would rename the page load.
    if (isPageLoad) {
      isPageLoad = false
      return () => {}
    }
    return router.subscribe(event, (navigation) => delay(() => listener(navigation)))
  }
  // The SDK reads nothing of the state but the location, and names the page load by it.
  return Object.create(router, {
    subscribe: { value: subscribe },
    state: { value: { location: openedLocation(router) } },
  }) as AnyRouter
}

/**
 * Adds the state of the prefetch entry and the duration to the span of each navigation, for the desk. The navigation
 * layer logs both before the router emits `onResolved`.
 */
function annotateNavigationSpan(router: AnyRouter): void {
  router.subscribe('onResolved', ({ fromLocation, toLocation }) => {
    // The page was only loaded again, or its hash changed.
    if (fromLocation && prefetchKey(fromLocation) === prefetchKey(toLocation)) return
    const [last] = getNavigation()?.navigations.list() ?? []
    const span = getActiveSpan()
    if (!span || last?.target !== prefetchKey(toLocation)) return
    span.setAttributes({
      'fairlead.navigation.found': last.found,
      'fairlead.navigation.waited': [...new Set(last.waits.map((wait) => wait.for))].join(' '),
      'fairlead.navigation.ms': last.tookMs,
    })
  })
}

/**
 * Adds the state of the prefetch entry to the web vitals of a soft navigation, which the SDK sends as children of its
 * span. Names a page from the back/forward cache by its route: no event of the router tells the SDK of it.
 */
function annotateVitals(client: Client, router: AnyRouter): void {
  client.on('spanStart', (span) => {
    const root = getRootSpan(span)
    const type = spanToJSON(span).attributes['browser.navigation.type']
    if (type === 'back-forward-cache' && root === span) {
      span.updateName(router.state.matches.at(-1)?.routeId ?? '')
      span.setAttribute('sentry.segment.name.source', 'route')
    } else if (type === 'soft-navigation') {
      const { attributes } = spanToJSON(root)
      for (const name of ['fairlead.navigation.found', 'fairlead.navigation.waited']) {
        const value = attributes[name]
        if (typeof value === 'string') span.setAttribute(name, value)
      }
    }
  })
}

/** Time after the SDK's start at which the trace of a page load ends, in milliseconds, unless a request is running. */
const PAGE_LOAD_END_MS = 300

/**
 * Ends the trace of the page load while the page is idle. The SDK would end it after a second without requests, and a
 * click before then would wait until the SDK has visited every request of the page.
 */
function endPageLoadSpan(router: AnyRouter): void {
  const span = getActiveSpan()
  if (!span) return
  const isUnderWay = () =>
    router.state.status !== 'idle' || getSpanDescendants(span).some((child) => child !== span && child.isRecording())
  setTimeout(() => {
    if (span === getActiveSpan() && !isUnderWay()) span.end()
  }, PAGE_LOAD_END_MS)
}

function capture({ where, error, componentStack }: PageError): void {
  withScope((scope) => {
    scope.setTag('where', where)
    if (componentStack) scope.setContext('react', { componentStack })
    const handled = where === 'caught' || where === 'recoverable'
    captureException(error, { event_id: getReportId(error), mechanism: { handled, type: `auto.page.${where}` } })
  })
}

/**
 * Starts the SDK in this tab: errors, sessions, and traces whose navigations are named by route. Sends the buffered
 * errors. Collects no data about the visitor. Does nothing in a document without settings.
 */
export function startSentry(early: EarlyErrors): void {
  // In a browser this is the router itself, or undefined before the router was created.
  const router = getRouterInstance() as AnyRouter | undefined
  const { content } = clientConfigMeta()
  if (!router || content === '') return
  const { tunnel, ...settings } = JSON.parse(content) as BrowserSettings
  const tab = tabId()
  const beforeSend = (event: ErrorEvent, hint: EventHint): ErrorEvent | null => {
    const { originalException: thrown } = hint
    // An error with a digest is masked: the server has reported it with its stack. Expected errors and responses are
    // not failures.
    if (getDigest(thrown) !== undefined || publicErrorOf(thrown) || isNotFound(thrown) || isRedirect(thrown))
      return null
    const { routeId: route, params } = router.state.matches.at(-1) ?? {}
    const page = isTranslated() ? 'translated' : undefined
    event.tags = { ...event.tags, page, tab, locale: document.documentElement.lang, route }
    event.contexts = { ...event.contexts, params: { ...params } }
    return event
  }

  const traced = tracingRouter(router)
  const client = init({
    ...settings,
    ...(tunnel !== null && { tunnel }),
    release,
    transport: createTransport,
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    integrations: (defaults) => [
      // BrowserApiErrors wraps every timer, animation frame and listener, which slows each click. The window's error
      // event reports their errors as well.
      ...defaults.filter(({ name }) => name !== 'BrowserApiErrors'),
      tanstackRouterBrowserTracingIntegration(traced),
    ],
    beforeSend,
  })
  endPageLoadSpan(router)
  annotateNavigationSpan(traced)
  if (client) annotateVitals(client, router)
  early.drainTo(capture)
}
