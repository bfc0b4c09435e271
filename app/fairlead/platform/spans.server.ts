import type { RequestContext } from '#fairlead/platform/request-context.server.ts'

type Result = Response | Promise<Response>

/**
 * The functions that measure work. By default nothing is measured; with a collector the work is sent as spans, and in
 * dev the response has `Server-Timing`.
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
