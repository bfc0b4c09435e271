import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { tsrStartManifest } from 'tanstack-start-manifest:v'
import { buildOf } from '#app/navigation/loading/build.ts'
import { answerIfGone, describeAnswer } from '#app/navigation/loading/server-functions.server.ts'
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

const entryScript = tsrStartManifest().routes.__root__?.scripts?.[0]?.attrs?.src
const build = buildOf(entryScript ?? '')

/** A call of a server function: what there is to say of every answer, and of a function that is gone. */
async function answerCall(pathname: string, call: () => Response | Promise<Response>) {
  const gone = await answerIfGone(pathname, (id) => getServerFnById(id, { origin: 'client' }))
  return describeAnswer(gone ?? (await call()), build)
}

export default createServerEntry({
  fetch(request, options) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/_serverFn/')) return answerCall(pathname, () => handle(request, options))
    return answerAtTheDoor(request) ?? handle(request, options)
  },
})
