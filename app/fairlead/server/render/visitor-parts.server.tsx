import type { QueryClient } from '@tanstack/react-query'
import { createMiddleware, getDefaultSerovalPlugins } from '@tanstack/react-start'
import { type AnyRoute, type AnyRouter, createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { toCrossJSONAsync } from 'seroval'
import { IntlProvider } from 'use-intl'
import { toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { loadMessages, type Messages } from '#fairlead/messages/messages.ts'
import { addMiddleware, linkBelowBasePath } from '#fairlead/navigation/router-members.ts'
import { getLocale, type Locale } from '#fairlead/navigation/locale/locale.ts'
import { readTimeZone } from '#fairlead/navigation/locale/request-info.ts'
import type { VisitorPart } from '#fairlead/navigation/per-visitor.tsx'
import { VISITOR_PART_START } from '#fairlead/navigation/visitor-element.ts'
import { isDocument, isForAll } from '#fairlead/server/finish-response.server.ts'
import { unreadText } from '#fairlead/server/http/string-response.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import { completeDocument, type RenderedPart } from '#fairlead/server/render/complete-document.server.ts'
import type { StartHandler } from '#fairlead/server/render/render-page.server.tsx'
import {
  deriveRequestContext,
  getRequestContext,
  type RequestContext,
  runWithRequestContext,
} from '#fairlead/platform/request-context.server.ts'
import { withSpan } from '#fairlead/platform/spans.server.ts'

type AnyPart = VisitorPart<object, unknown>

/** The parts of the application, which register themselves by the names of their files. */
const defined = Object.values(
  import.meta.glob<AnyPart>('/app/**/*.per-visitor.tsx', { eager: true, import: 'default' }),
)

/** Time until a response ends without a part, in milliseconds. The browser then fetches the part. */
const LIMIT_MS = 3_800

const visitorParts = new Map(defined.map((part) => [part.name, part]))
if (visitorParts.size < defined.length) {
  throw new Error('Two files *.per-visitor.tsx have parts of one name; each needs its own.')
}

/** Returns texts as a stream of bytes. Cancelling the stream ends the texts. */
function toBytes(texts: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void texts.return(undefined),
  })
}

const queryClientOf = ({ options }: AnyRouter) => (options.context as { queryClient: QueryClient }).queryClient

async function renderPart(part: AnyPart, props: object, router: AnyRouter, locale: Locale): Promise<RenderedPart> {
  const queryClient = queryClientOf(router)
  const options = part.query(props)
  const data = await queryClient.query({ ...options, retry: false })
  // The browser applies `select` to the query's data itself.
  const state = await toCrossJSONAsync([queryClient.getQueryData(options.queryKey), Date.now()], {
    refs: new Map(),
    plugins: getDefaultSerovalPlugins(),
  })
  const loaded = await Promise.all([
    loadMessages('shell', locale),
    part.messages && loadMessages(part.messages, locale),
  ])
  const messages: Messages = Object.assign({}, ...loaded)
  const Component = part.component
  const html = renderToString(
    <RouterContextProvider router={router}>
      <IntlProvider locale={locale} messages={messages} timeZone={readTimeZone()}>
        <Component {...props} data={data} />
      </IntlProvider>
    </RouterContextProvider>,
    { identifierPrefix: `${part.name}-` },
  )
  return { html, state: JSON.stringify(state) }
}

/** Runs a request's work instead of its page. */
const runInsteadOfPage = createMiddleware().server(async ({ next }) => {
  const { insteadOfPage } = getRequestContext() ?? {}
  if (!insteadOfPage) return next()
  await insteadOfPage()
  return new Response()
})

/**
 * Renders the visitor's parts into documents, cached or not. Each part has a separate request context, so nothing that
 * it reads becomes part of the page. Within `handle`, Start's handler, server functions know their request.
 */
export function createVisitorParts(
  handle: StartHandler,
  getRouter: (host: string) => AnyRouter,
  rootRoute: AnyRoute,
): Middleware {
  if (visitorParts.size === 0) return (_context, next) => next()
  addMiddleware(rootRoute, runInsteadOfPage)

  async function renderWithRouter(
    name: string,
    props: object,
    { headers, url, signal }: Request,
  ): Promise<RenderedPart> {
    const part = visitorParts.get(name)
    if (!part) throw new Error(`The part ${name} is not the default export of a file *.per-visitor.tsx.`)
    const router = getRouter(headers.get('host') ?? '')
    const { pathname, search } = new URL(url)
    router.update({ history: createMemoryHistory({ initialEntries: [pathname + search] }) })
    linkBelowBasePath(router)
    const [, params] = router.getMatchedRoutes(router.latestLocation.pathname)
    // Clearing the cache aborts the query.
    const stop = () => queryClientOf(router).clear()
    signal.addEventListener('abort', stop)
    try {
      return await renderPart(part, props, router, getLocale(params))
    } finally {
      // The signal outlives the response.
      signal.removeEventListener('abort', stop)
    }
  }

  /**
   * Renders the part at a place, or reports why it cannot be rendered. It cannot set cookies, because the headers are
   * sent.
   */
  async function renderPlace(
    place: string,
    context: RequestContext,
    request: Request,
  ): Promise<RenderedPart | undefined> {
    const [name, props] = JSON.parse(place) as [string, object]
    const own = deriveRequestContext(context, request)
    let rendered: RenderedPart | undefined
    own.insteadOfPage = async () => {
      try {
        rendered = await renderWithRouter(name, props, request)
      } catch (thrown) {
        if (!request.signal.aborted) toPublicError(thrown, `part ${name}`)
      }
    }
    await runWithRequestContext(own, () => withSpan(`visitor-part ${name}`, () => handle(request)))
    return rendered
  }

  return async (context, next) => {
    // This is read before the render, because in development a page that reads its visitor's request may throw.
    const { headers, method, url, signal } = context.request
    const response = await next()
    const text = unreadText(response)
    const isStream = text === undefined && context.isRendered
    if (method === 'HEAD' || !isDocument(response) || !(isStream || text?.includes(VISITOR_PART_START))) return response
    // The parts of a public document are fetched by the browser.
    if (isForAll(response.headers)) return response
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const renderInTime = async (place: string): Promise<RenderedPart | undefined> => {
      const request = new Request(url, { headers: new Headers(headers), signal: limit })
      const aborted = new Promise<undefined>((resolve) => limit.addEventListener('abort', () => resolve(undefined)))
      // Start throws when the request is aborted.
      return Promise.race([aborted, renderPlace(place, context, request).catch(() => undefined)])
    }
    const decoder = new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>
    const chunks = (response.body as ReadableStream<Uint8Array>).pipeThrough(decoder)
    const sent = new Response(toBytes(completeDocument(chunks, renderInTime)), response)
    sent.headers.delete('content-length')
    return sent
  }
}
