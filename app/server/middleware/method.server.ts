import { checkMethod } from '#app/server/http/allowed-methods.ts'
import type { Middleware } from '#app/server/pipeline.ts'

/** Responds 405 to methods that the page or server route does not take. */
export const methodCheck: Middleware = ({ request, routes, pathname }, next) => {
  const decision = checkMethod(routes, pathname, request.method)
  if (decision.type === 'allowed') return next()
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}
