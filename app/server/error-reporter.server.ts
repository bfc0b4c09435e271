import type { ErrorReporter } from '#app/errors/capture-error.server.ts'
import { captureException } from '#app/error-reports/capture-exception.server.ts'
import { traceContext } from '#app/error-reports/build-event.server.ts'
import { matchEncoded } from '#app/navigation/routing-table/match/route-kind.ts'
import { getRequestContext, type RequestContext } from '#app/server/request-context.server.ts'

/** Returns the params of the route that a request shows. */
function routeParams({ routes, pathname }: RequestContext): Record<string, string> {
  const [, params] = matchEncoded(routes, pathname)
  const entries = Object.entries(params as Record<string, unknown>)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Reports an error with the method, path, trace and route params of the current request. */
export const reportError: ErrorReporter = (thrown, { request, ...details }) => {
  const context = getRequestContext()
  const requestDetails = request && context && { ...traceContext(request), params: routeParams(context) }
  return captureException(thrown, { ...requestDetails, ...details })
}
