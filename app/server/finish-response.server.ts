import { readEnv } from '#app/server/env.server.ts'
import type { RequestContext } from '#app/server/request-context.server.ts'
import { documentPolicy } from '#app/server/security-headers.server.ts'

/** Milliseconds that a response waits for its reports to be stored: it is sent even when the database is unavailable. */
const FLUSH_TIMEOUT_MS = 1_000

/** Waits until the reports of a request are stored, or for `FLUSH_TIMEOUT_MS`. Later reports are not lost. */
export async function flushReports({ capturedErrors }: RequestContext): Promise<void> {
  if (capturedErrors.length === 0) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FLUSH_TIMEOUT_MS)
  await Promise.race([late, Promise.all(capturedErrors.map((captured) => captured.stored))])
  clearTimeout(timer)
}

/** Returns true for a response that is a document. */
export function isDocument({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

/**
 * Completes a response to one request: waits for its reports, keeps caches from storing what is for one person, and sets
 * the Content-Security-Policy of a document, in production. A page that was rendered for another request, or for all
 * visitors, has its own policy.
 */
export async function finishResponse(rendered: Response, context: RequestContext): Promise<Response> {
  await flushReports(context)
  const { nonce } = context
  // A copy: the headers of a redirect cannot be changed.
  const response = context.isPersonal ? new Response(rendered.body, rendered) : rendered
  if (context.isPersonal) response.headers.set('cache-control', 'private, no-store')
  const needsPolicy = nonce !== undefined && isDocument(response) && !response.headers.has('content-security-policy')
  if (import.meta.env.PROD && needsPolicy) {
    response.headers.set('content-security-policy', documentPolicy(nonce, readEnv()))
  }
  return response
}
