import { makeOfflineTransport } from '@sentry/core'
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
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { getDigest } from '#app/errors/digest.ts'
import { PublicError } from '#app/errors/public-error.ts'
import { getReportId } from '#app/errors/report-id.ts'
import type { BrowserSettings } from '#app/error-reports/browser-settings.ts'
import type { EarlyErrors, PageError } from '#app/error-reports/early-errors.ts'
import { createOfflineStore } from '#app/error-reports/offline-store.ts'
import { release } from '#app/error-reports/release.ts'
import { clientConfigMeta } from '#app/error-reports/client-config.functions.ts'
import { getNavigation } from '#app/navigation/client.ts'
import { prefetchKey } from '#app/navigation/prefetch/prefetch-key.ts'
import { afterPaint } from '#app/ui/after-paint.ts'

const TUNNEL = '/monitoring'

const RETRIED = new Set([408, 429])

/** As it is before the SDK wraps it: a report that is sent is nothing to report. */
const nativeFetch = window.fetch.bind(window)

/**
 * The SDK takes every answer for final and drops the report. Here an answer that means "not now" is a failure to send,
 * so that the report is kept and sent again.
 */
const fetchWithRetryableErrors: typeof fetch = async (input, options) => {
  // Browsers allow few bytes at a time to requests that outlive their page, and refuse what is too much at once.
  const response = await nativeFetch(input, options).catch((error: unknown) => {
    if (!options?.keepalive) throw error
    return nativeFetch(input, { ...options, keepalive: false })
  })
  // Until its answer has been read a request counts among them.
  await response.arrayBuffer()
  if (response.status >= 500 || RETRIED.has(response.status)) throw new Error(`answered ${response.status}`)
  return response
}

type TransportOptions = Parameters<NonNullable<BrowserOptions['transport']>>[0]

function createTransport(options: TransportOptions): ReturnType<NonNullable<BrowserOptions['transport']>> {
  const make = makeOfflineTransport((inner: TransportOptions) => makeFetchTransport(inner, fetchWithRetryableErrors))
  const transport = make({ ...options, createStore: createOfflineStore, flushAtStartup: true })
  window.addEventListener('online', () => void transport.flush())
  return transport
}

/** A random id for this tab, which lives as long as the tab. It says nothing about who uses it. */
function tabId(): string {
  const fresh = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)
  try {
    const kept = sessionStorage.getItem('tab')
    if (kept !== null) return kept
    sessionStorage.setItem('tab', fresh)
  } catch {
    // Storage is forbidden: then the id lives as long as the page.
  }
  return fresh
}

type Router = NonNullable<typeof window.__TSR_ROUTER__>

/** Whether nothing is fetched before the page can be shown. */
function isPrefetched({ toLocation }: { toLocation: Parameters<typeof prefetchKey>[0] }): boolean {
  const status = getNavigation()?.entries.status(prefetchKey(toLocation), Date.now())
  return status === 'fresh' || status === 'reusable'
}

/**
 * The router for the SDK, which comes when the page is there: it would take the end of the first navigation for the end
 * of the page's own loading, and name the page and its web vitals after where that navigation led. What it does when a
 * navigation ends, and when one begins that fetches nothing, it does once the new page is painted, or when the next one
 * begins: to start a trace takes as long as to render a page.
 */
function tracingRouter(router: Router): Router {
  let isOfPage = router.state.status === 'idle'
  const late: (() => void)[] = []
  const settle = () => late.splice(0).forEach((tell) => tell())
  const tellLater = (tell: () => void) => {
    late.push(tell)
    afterPaint(settle)
  }
  const subscribe: Router['subscribe'] = (event, listener) => {
    if (event === 'onBeforeLoad') {
      return router.subscribe(event, (told) => {
        settle()
        if (isPrefetched(told)) tellLater(() => listener(told))
        else listener(told)
      })
    }
    if (event !== 'onResolved') return router.subscribe(event, listener)
    if (isOfPage) {
      isOfPage = false
      return () => {}
    }
    return router.subscribe(event, (told) => tellLater(() => listener(told)))
  }
  return Object.assign(Object.create(router) as Router, { subscribe })
}

/**
 * Writes onto the trace of each navigation what it found prefetched and how long it took, for the desk. The navigation
 * layer keeps both, and has ended the navigation by the time this is told.
 */
function annotateNavigationSpan(router: Router): void {
  router.subscribe('onResolved', ({ toLocation }) => {
    const [last] = getNavigation()?.navigations.list() ?? []
    const span = getActiveSpan()
    if (!span || last?.target !== prefetchKey(toLocation)) return
    span.setAttributes({ 'fairlead.navigation.found': last.found, 'fairlead.navigation.ms': last.tookMs })
  })
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
 * Starts the SDK in this tab: errors, sessions, and traces whose navigations are named by route. Nothing about the
 * visitor is collected. Errors that were kept until now are sent. Does nothing on a document without settings.
 */
export function startSentry(early: EarlyErrors): void {
  const router = window.__TSR_ROUTER__
  const { content } = clientConfigMeta()
  if (!router || content === '') return
  const { dsn, transport, tracesSampleRate, environment } = JSON.parse(content) as BrowserSettings
  const tab = tabId()
  const describe = (event: ErrorEvent, hint: EventHint): ErrorEvent | null => {
    // The server has this one, with its stack; here there is only its mask.
    if (getDigest(hint.originalException) !== undefined) return null
    // Meant for people, or the answer of a page whose data is gone or elsewhere: no failure.
    const { originalException: met } = hint
    if (met instanceof PublicError || isNotFound(met) || isRedirect(met)) return null
    const { routeId: route, params } = router.state.matches.at(-1) ?? {}
    event.tags = { ...event.tags, tab, locale: document.documentElement.lang, ...(route !== undefined && { route }) }
    event.contexts = { ...event.contexts, params: { ...params } }
    return event
  }

  const watched = tracingRouter(router)
  init({
    dsn,
    ...(transport === 'tunnel' && { tunnel: TUNNEL }),
    release,
    environment,
    transport: createTransport,
    tracesSampleRate,
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    integrations: (usual) => [
      // It wraps every timer, frame and listener of the page, in each click too. What these throw the window hears of,
      // with its stack.
      ...usual.filter(({ name }) => name !== 'BrowserApiErrors'),
      tanstackRouterBrowserTracingIntegration(watched),
    ],
    beforeSend: describe,
  })
  annotateNavigationSpan(watched)
  early.drainTo(capture)
}
