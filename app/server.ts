import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { servePublicFile } from '#app/navigation/rules/public-file.server.ts'
import { log } from '#app/log.server.ts'
import { defaultLocale, locales } from '#app/navigation/locale/locale.ts'
import { canonicalPrefix } from '#app/navigation/locale/prefix.ts'
import { allowsMethod } from '#app/navigation/methods.ts'
import { answerSpelling, followRules, type Host } from '#app/navigation/rules/door.server.ts'
import { getRouter } from '#app/router.tsx'

const handle = createStartHandler(defaultStreamHandler)

/** A router that loads nothing: it is asked which route an address has. */
const map = getRouter()

const host: Host = {
  serveFile: servePublicFile,
  onProxyFailure: (target, status, reason) => log.warn({ target, status, reason }, 'another origin did not answer'),
}

/** What an address decides by its spelling alone, before rules and routes. */
function answerAtTheDoor(request: Request): Response | undefined {
  const { pathname, search } = new URL(request.url)
  const answer = answerSpelling(request)
  if (answer) return answer

  const canonical = canonicalPrefix(pathname, { locales, defaultLocale })?.replace(/^[/\\]+/, '/')
  if (canonical) return new Response(null, { status: 308, headers: { location: canonical + search } })
  return undefined
}

function refuseMethod(pathname: string, method: string): Response | undefined {
  const decision = allowsMethod(map, pathname, method)
  if (decision.type === 'allowed') return undefined
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}

export default createServerEntry({
  fetch: (request, options) => {
    if (new URL(request.url).pathname.startsWith('/_serverFn/')) return handle(request, options)
    return (
      answerAtTheDoor(request) ??
      followRules(request, map, (pathname) => refuseMethod(pathname, request.method) ?? handle(request, options), host)
    )
  },
})
