import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { tsrStartManifest } from 'tanstack-start-manifest:v'
import { PublicError } from '#fairlead/errors/public-error.ts'
import { refusalNotice } from '#fairlead/errors/error-document.server.ts'
import { formNameOf } from '#fairlead/forms/form-fields.ts'
import { isNoJsPost, redirectUnhandled } from '#fairlead/forms/form-redirect.server.ts'
import { parseBuildId } from '#fairlead/navigation/loading/version-skew.ts'
import { readEnv } from '#fairlead/platform/env.server.ts'
import { finishResponse } from '#fairlead/server/finish-response.server.ts'
import { atBasePath } from '#fairlead/server/http/base-path.server.ts'
import type { BodyInFlight } from '#fairlead/platform/http/bytes-in-flight.ts'
import { isSameOriginUrl } from '#fairlead/platform/http/check-origin.ts'
import { bodiesInFlight } from '#fairlead/server/http/limit-request.server.ts'
import { createMultipartFields } from '#fairlead/server/http/multipart-fields.server.ts'
import { refererPath } from '#fairlead/platform/http/referer-path.ts'
import { withInvalidated } from '#fairlead/server/cache/invalidate.server.ts'
import type { Render, StartHandler } from '#fairlead/server/render/render-page.server.tsx'
import type { Middleware } from '#fairlead/server/middleware.ts'
import type { RequestContext } from '#fairlead/platform/request-context.server.ts'
import { count } from '#fairlead/platform/counters.server.ts'
import { createServerFnGuard } from '#fairlead/server/server-functions/guard.server.ts'
import { completeCall, missingServerFn, withErrorStatus } from '#fairlead/server/server-functions/failed-call.server.ts'

/**
 * Creates the middleware for calls of server functions. It checks their origin, limits their rate and body, and
 * responds to a failed call with the status of its error.
 *
 * @param render renders the not-found page, for forms without JavaScript
 */
export function createServerFnCalls(handle: StartHandler, render: Render): Middleware {
  const guard = createServerFnGuard(readEnv())
  const entryScript = tsrStartManifest().routes.__root__?.scripts?.[0]?.attrs?.src
  const build = parseBuildId(entryScript ?? '')

  const fieldsOf = (request: Request) => createMultipartFields(request.headers.get('content-type') ?? '')

  async function rejectStale(
    { request, client }: RequestContext,
    response: Response,
    inFlight: BodyInFlight,
  ): Promise<Response> {
    if (!isNoJsPost(request)) return response
    const fields = fieldsOf(request)
    const call = await guard.readCall({ request, client }, inFlight, fields.write)
    if (call instanceof Response && call.status !== 413) return call
    const data = call instanceof Request ? await call.formData().catch(() => new FormData()) : await fields.read()
    return redirectUnhandled(request, data, { stale: true }, client.key)
  }

  /** Replaces the plain text that refuses a form posted without JavaScript with a document. */
  function showRefusal(context: RequestContext, refusal: Response): Response | Promise<Response> {
    const { request } = context
    if (!isNoJsPost(request)) return refusal
    const isOwnPage = isSameOriginUrl(request.headers.get('referer') ?? '', guard.originOf(context))
    return refusalNotice(request, refusal, isOwnPage ? refererPath(request) : undefined)
  }

  async function handleCall(context: RequestContext, inFlight: BodyInFlight): Promise<Response> {
    const { request, client, pathname } = context
    const crossOrigin = guard.rejectCrossOrigin(context)
    if (crossOrigin) return showRefusal(context, crossOrigin)
    const missing = await missingServerFn(pathname, (id) => getServerFnById(id, { origin: 'client' }))
    if (missing) return rejectStale(context, missing, inFlight)
    // If no function handles a form without JavaScript, its fields are shown again.
    const fields = isNoJsPost(request) && formNameOf(request.url) !== '' ? fieldsOf(request) : undefined
    const call = await guard.readCall(context, inFlight, fields?.write)
    if (call instanceof Response) {
      if (call.status !== 413 || !fields) return showRefusal(context, call)
      return redirectUnhandled(request, await fields.read(), { tooLarge: true }, client.key)
    }
    const response = await handle(atBasePath(call))
    const { publicError } = context
    if (fields && publicError instanceof PublicError) {
      // A middleware refused the form, for want of a session for example. After the sign-in the page shows the typed
      // values.
      const messages = { '': publicError.message }
      return redirectUnhandled(request, await fields.read(), { messages }, client.key)
    }
    return finishResponse(await withErrorStatus(response, context, render), context)
  }

  return async (context) => {
    context.kind = 'call'
    count('server_function_calls_total', { prefetch: String(context.isPrefetch) })
    const inFlight = bodiesInFlight.open(context.client.key)
    try {
      const response = withInvalidated(await handleCall(context, inFlight), context)
      return completeCall(context.request, response, build)
    } finally {
      inFlight.release()
    }
  }
}
