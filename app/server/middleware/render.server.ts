import { finishResponse, isDocument } from '#app/server/finish-response.server.ts'
import { canRetryRender, type RequestContext } from '#app/server/request-context.server.ts'
import { traceHeader } from '#app/error-reports/build-event.server.ts'

/** Start's request handler. */
export type StartHandler = (request: Request) => Response | Promise<Response>

/** Renders the page of a context, which has to be the current one. */
export type Render = (context: RequestContext) => Promise<Response>

/** As Start has it. */
const ACCEPTS_HTML = /(^|,)\s*(\*\/\*|text\/html)/

/** Lets a request accept any type: Start responds 406 where HTML is missing, and RFC 9110 lets a page be sent. */
function acceptAnything({ headers }: Request): void {
  const accept = headers.get('accept')
  if (accept && !ACCEPTS_HTML.test(accept)) headers.set('accept', `${accept}, */*;q=0.1`)
}

/**
 * Decides to render a page again: once for each segment that throws, which its error page then replaces; and as a stream
 * when it suspended, or failed, while it was rendered to a string.
 *
 * @param errors number of errors before the last attempt
 */
function decideToRetry(context: RequestContext, errors: number): 'stream' | 'replace-segment' | 'respond' {
  if (context.rendering === 'unfinished') return 'stream'
  return context.renderErrors.length > errors && canRetryRender(context) ? 'replace-segment' : 'respond'
}

/**
 * Returns the middleware that responds with a page or a server route, by Start. Errors that are thrown before the
 * response are captured before it is sent. A document for one visitor continues the trace of its request.
 */
export function createRender(handle: StartHandler): Render {
  return async (context) => {
    acceptAnything(context.request)
    let rendered: Response
    for (;;) {
      const errors = context.renderErrors.length
      rendered = await handle(context.request)
      const decision = decideToRetry(context, errors)
      if (decision === 'respond') break
      if (decision === 'stream') context.rendering = 'stream'
    }
    const response = await finishResponse(rendered, context)
    if (context.nonce !== undefined && isDocument(response)) response.headers.append(...traceHeader(context.request))
    return response
  }
}
