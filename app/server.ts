import { createStartHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { listPages } from '#app/handbook/content.server.ts'
import { answerLanguage, answerSearchEngine } from '#app/navigation/locale/door.server.ts'
import { defaultLocale } from '#app/navigation/locale/locale.ts'
import { pagesWithoutParams } from '#app/navigation/locale/pages.ts'
import { readOrigin } from '#app/navigation/locale/visitor.ts'
import { allowsMethod } from '#app/navigation/methods.ts'
import { getRouter } from '#app/router.tsx'

const handle = createStartHandler(defaultStreamHandler)

/** A router that loads nothing: it is asked which route an address has. No host: it knows routes, not domains. */
const map = getRouter('')

/** Every page that search engines may list. */
function pages(): string[] {
  const handbook = listPages(defaultLocale).flatMap(({ slug }) => (slug ? [`/handbook/${slug}`] : ['/handbook']))
  return [...pagesWithoutParams(map), ...handbook]
}

/** What is answered before the application sees a request. */
function answerAtTheDoor(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/_serverFn/')) return undefined

  const answer = answerSearchEngine(pathname, readOrigin(), pages) ?? answerLanguage(request)
  if (answer) return answer

  const decision = allowsMethod(map, pathname, request.method)
  if (decision.type === 'allowed') return undefined
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}

export default createServerEntry({
  fetch: (request, options) => answerAtTheDoor(request) ?? handle(request, options),
})
