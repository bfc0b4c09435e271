import type { ErrorReporter } from '#fairlead/errors/capture-error.server.ts'
import { captureException } from '#fairlead/error-reports/capture-exception.server.ts'
import { traceContext } from '#fairlead/error-reports/build-event.server.ts'
import { matchEncoded } from '#fairlead/navigation/routing-table/match/route-kind.ts'
import { getRequestContext } from '#fairlead/platform/request-context.server.ts'

export const reportError: ErrorReporter = (thrown, { request, ...details }) => {
  const context = getRequestContext()
  if (!request || !context) return captureException(thrown, details)
  const [, matched] = matchEncoded(context.routes, context.pathname)
  const params = Object.entries<unknown>(matched).map(([name, value]) => [name, String(value)] as const)
  const tags = context.side && { side: context.side }
  return captureException(thrown, { ...traceContext(request), params: Object.fromEntries(params), tags, ...details })
}
