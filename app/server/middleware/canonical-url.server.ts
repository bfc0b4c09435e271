import { trailingSlash } from 'virtual:routing'
import { redirectResponse } from '#app/server/http/redirect-response.ts'
import type { Middleware } from '#app/server/pipeline.ts'
import { normalizeUrl } from '#app/navigation/routing-table/match/url.ts'

type NodeBacked = { runtime?: { node?: { req?: { url?: string; originalUrl?: string } } } }

/** Returns true for a path that was sent with a backslash. The URL of a Request has a slash in its place. */
function hadBackslash(request: Request): boolean {
  const { originalUrl, url = '' } = (request as Request & NodeBacked).runtime?.node?.req ?? {}
  return (originalUrl ?? url).split('?', 1)[0]?.includes('\\') === true
}

/** Redirects to the one form of a URL with 308. Responds 400 to malformed escapes and 414 to paths that are too long. */
export const canonicalUrl: Middleware = ({ request, url: { pathname, search } }, next) => {
  const url = pathname + search
  const normal = normalizeUrl(url, trailingSlash)
  if (normal.type === 'malformed') return new Response('Bad Request\n', { status: 400 })
  if (normal.type === 'too-long') return new Response('URI Too Long\n', { status: 414 })
  if (normal.type === 'redirect') return redirectResponse(308, normal.location)
  return hadBackslash(request) ? redirectResponse(308, url) : next()
}
