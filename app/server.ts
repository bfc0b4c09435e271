import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { report } from '#app/monitoring/report.server.ts'
import { requestContext, traceHeader } from '#app/monitoring/trace.server.ts'
import { defaultLocale, locales } from '#app/navigation/locale/locale.ts'
import { canonicalPrefix } from '#app/navigation/locale/prefix.ts'
import { allowsMethod } from '#app/navigation/methods.ts'
import { getRouter } from '#app/router.tsx'

const handle = createStartHandler(defaultStreamHandler)

/** A router that loads nothing: it is asked which route an address has. */
const map = getRouter()

const SERVER_FUNCTIONS = '/_serverFn/'

/** A server function's address ends in the hash that the build gave it. What is spelled otherwise never was one. */
function isServerFunction(pathname: string): boolean {
  return /^[\da-f]{64}$/.test(pathname.slice(SERVER_FUNCTIONS.length))
}

function notFound(): Response {
  return new Response('Not Found\n', { status: 404 })
}

/** What is answered before the application sees a request. */
function answerAtTheDoor(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  if (pathname.startsWith(SERVER_FUNCTIONS)) return isServerFunction(pathname) ? undefined : notFound()

  const canonical = canonicalPrefix(pathname, { locales, defaultLocale })?.replace(/^[/\\]+/, '/')
  if (canonical) return new Response(null, { status: 308, headers: { location: canonical + search } })

  const decision = allowsMethod(map, pathname, request.method)
  if (decision.type === 'allowed') return undefined
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}

/** What nothing else caught is recorded before it is answered. A page goes on with the trace of its request. */
async function answer(...call: Parameters<typeof handle>): Promise<Response> {
  const [request] = call
  try {
    const response = await handle(...call)
    if (response.headers.get('content-type')?.startsWith('text/html')) response.headers.append(...traceHeader(request))
    return response
  } catch (error) {
    await report(error, requestContext(request)).stored
    throw error
  }
}

export default createServerEntry({
  fetch: (request, options) => answerAtTheDoor(request) ?? answer(request, options),
})
