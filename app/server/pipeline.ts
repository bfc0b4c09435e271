import type { RequestContext } from '#app/server/request-context.server.ts'

/**
 * The stages of the host, in order. They come before the application's: each request that one of them responds to never
 * reaches the pipeline.
 */
export const HOST_STAGES = ['prepared-responses', 'static-files', 'monitoring', 'health'] as const

/**
 * The stages of the application, in order. `app/server.ts` gives each its middleware, and `npm run routes -- /path`
 * prints what each decides.
 */
export const STAGES = [
  // Calls have paths that no rule and no language applies to.
  'server-functions',
  // From here on a path is written in one way only.
  'canonical-url',
  'locale',
  'routing-table',
  'method',
  'reserved-paths',
  // Pages for visitors with a session.
  'guards',
  // Reads bodies, so after whoever may refuse without.
  'server-routes',
  'page-cache',
  'render',
] as const

/** The conditions under which a request enters a stage. It enters all others. */
const CONDITIONS: Readonly<Partial<Record<Stage, (context: RequestContext) => boolean>>> = {
  'server-functions': ({ pathname }) => pathname.startsWith('/_serverFn/'),
}

export type HostStage = (typeof HOST_STAGES)[number]
export type Stage = (typeof STAGES)[number]

/** Passes a request on to the next stage, in place of the original where a context is given. */
export type Next = (context?: RequestContext) => Response | Promise<Response>

/** Responds to a request, or leaves that to the stages after it. */
export type Middleware = (context: RequestContext, next: Next) => Response | Promise<Response>

/** Runs a function with a context as the current one. */
type RunWithContext = <T>(context: RequestContext, run: () => T) => T

/** Returns the function that sends a request through the stages whose conditions it meets, each once and in order. */
export function composePipeline(
  middleware: Readonly<Record<Stage, Middleware>>,
  runWithContext: RunWithContext,
): (context: RequestContext) => Response | Promise<Response> {
  const enter = (index: number, context: RequestContext): Response | Promise<Response> => {
    const stage = STAGES[index]
    if (stage === undefined) throw new Error(`The stage ${STAGES.at(-1)} has to respond to every request`)
    if (CONDITIONS[stage]?.(context) === false) return enter(index + 1, context)
    return middleware[stage](context, (replaced = context) =>
      replaced === context ? enter(index + 1, context) : runWithContext(replaced, () => enter(index + 1, replaced)),
    )
  }
  return (context) => runWithContext(context, () => enter(0, context))
}
