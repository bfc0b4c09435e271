import type { RequestContext } from '#fairlead/platform/request-context.server.ts'

/** Passes a request on to the next middleware. A given context replaces the original one. */
export type Next = (context?: RequestContext) => Response | Promise<Response>

/** Responds to a request, or lets the next middleware respond. */
export type Middleware = (context: RequestContext, next: Next) => Response | Promise<Response>

type RunWithContext = <T>(context: RequestContext, run: () => T) => T

/**
 * Returns a function that passes a request through the middleware in order.
 *
 * @throws Error if no middleware responds
 */
export function compose(
  middleware: readonly Middleware[],
  runWithContext: RunWithContext,
): (context: RequestContext) => Response | Promise<Response> {
  const enter = (index: number, context: RequestContext): Response | Promise<Response> => {
    const current = middleware[index]
    if (!current) throw new Error(`No middleware responds to ${context.pathname}; the last one has to`)
    return current(context, (replaced = context) =>
      replaced === context ? enter(index + 1, context) : runWithContext(replaced, () => enter(index + 1, replaced)),
    )
  }
  return (context) => runWithContext(context, () => enter(0, context))
}
