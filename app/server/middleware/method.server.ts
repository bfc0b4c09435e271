import { checkMethod } from '#app/server/http/allowed-methods.ts'
import type { Middleware } from '#app/server/pipeline.ts'

/** Responds 405 to methods that the page or server route does not take, and to OPTIONS with those that it takes. */
export const methodCheck: Middleware = ({ request, routes, pathname }, next) => {
  const decision = checkMethod(routes, pathname, request.method)
  if (decision.type === 'allowed') return next()
  const headers = { allow: decision.allow }
  if (decision.type === 'listed') return new Response(null, { status: 204, headers })
  return new Response('Method Not Allowed\n', { status: 405, headers })
}
