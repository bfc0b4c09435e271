import { createMiddleware } from '@tanstack/react-start'
import { type AnyRedirect, isNotFound, isRedirect } from '@tanstack/react-router'
import { pageOf } from '#fairlead/errors/document-context.server.ts'
import { errorResponse } from '#fairlead/errors/error-document.server.ts'
import { maskRawStreams, toPublicError } from '#fairlead/errors/mask-errors.server.ts'
import { getRequestContext, canRetryRender } from '#fairlead/platform/request-context.server.ts'
import { withSpan } from '#fairlead/platform/spans.server.ts'

/**
 * Resolves the relative `href` of a redirect against the page that the visitor sees. Otherwise a browser would resolve
 * it against the address of the function, and the router against the root.
 */
function resolveHref(redirect: AnyRedirect, page = '/'): void {
  const { href } = redirect.options
  if (href === undefined || href.startsWith('/') || URL.canParse(href)) return
  const { pathname, search, hash } = new URL(href, `http://page.invalid${page}`)
  redirect.options.href = pathname + search + hash
  redirect.headers.set('location', redirect.options.href)
}

/** Records and masks the errors of every server function, whether a browser or a loader calls it. */
export const maskServerFnErrors = createMiddleware({ type: 'function' }).server(async ({ next, serverFnMeta }) => {
  const context = getRequestContext()
  const { name, filename } = serverFnMeta
  if (context) context.handlerReached = true
  // The called function may call others.
  if (context?.kind === 'call') context.functionName ??= `${name} (${filename})`
  try {
    const response = await withSpan(`server-function ${name}`, () => next())
    const { result } = response as { result?: unknown }
    return { ...response, result: maskRawStreams(result) }
  } catch (thrown) {
    if (isRedirect(thrown)) resolveHref(thrown, context && pageOf(context.request))
    if (isRedirect(thrown) || thrown instanceof Response) throw thrown
    if (context?.kind === 'call' && isNotFound(thrown)) context.status = 404
    // During a page render the page sets the status.
    throw toPublicError(thrown)
  }
})

/** Responds to errors of server routes and of rendering that nothing else caught. */
export const handleRequestErrors = createMiddleware().server(async ({ next, request }) => {
  try {
    return await next()
  } catch (thrown) {
    if (thrown instanceof Response || request.signal.aborted) throw thrown
    const context = getRequestContext()
    const rendering = context !== undefined && context.renderErrors.at(-1) === thrown && context.renderErrors.length > 0
    // `createRender` renders the page again.
    if (rendering && canRetryRender(context)) return new Response(null, { status: 500 })
    return errorResponse(rendering ? context.renderErrors[0] : thrown, request)
  }
})
