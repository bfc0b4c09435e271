import type { AnyRoute } from '@tanstack/react-router'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'

type Result = Response | Promise<Response>

/**
 * The hooks that measure work. By default nothing is measured; with a collector the work is sent as spans, and in dev
 * the response has `Server-Timing`.
 */
export type Spans = {
  readonly request: (context: RequestContext, respond: () => Result) => Result
  readonly span: <T>(name: string, work: () => T) => T
}

let spans: Spans = { request: (_, respond) => respond(), span: (_, work) => work() }

export function setSpans(next: Spans): void {
  spans = next
}

export const withRequestSpan: Spans['request'] = (context, respond) => spans.request(context, respond)

export const withSpan: Spans['span'] = (name, work) => spans.span(name, work)

type Load = (context: never) => unknown

/**
 * Makes the loaders and guards of routes run within spans. It is called once, because all requests share the routes.
 */
export function measureLoaders(routes: readonly AnyRoute[]): void {
  for (const route of routes) {
    const options = route.options as { loader?: unknown; beforeLoad?: unknown }
    for (const name of ['loader', 'beforeLoad'] as const) {
      const load = options[name]
      if (typeof load !== 'function') continue
      const measured: Load = (context) => withSpan(`${name} ${String(route.id)}`, () => (load as Load)(context))
      // The properties are copied as well, such as the mark of a guard.
      options[name] = Object.assign(measured, load)
    }
  }
}
