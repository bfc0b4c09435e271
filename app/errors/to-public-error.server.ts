import { inspect } from 'node:util'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { PublicError } from '#app/errors/public-error.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** The kinds of thrown values. */
export type ThrownKind =
  /** A redirect or a not-found, which the router handles. */
  | { type: 'signal' }
  /** Meant for people. */
  | { type: 'expected'; error: PublicError }
  /** Already masked. */
  | { type: 'masked'; error: ServerError }
  | { type: 'failure' }

/** Classifies a thrown value. Pure. */
export function describeThrown(thrown: unknown): ThrownKind {
  if (isRedirect(thrown) || isNotFound(thrown)) return { type: 'signal' }
  if (thrown instanceof PublicError) return { type: 'expected', error: thrown }
  if (thrown instanceof ServerError) return { type: 'masked', error: thrown }
  return { type: 'failure' }
}

/** Never throws, whatever was thrown. */
function describeNonError(thrown: unknown): string {
  try {
    return `non-Error value thrown: ${inspect(thrown)}`
  } catch {
    return 'non-Error value thrown that cannot be inspected'
  }
}

/** Creates the masked form of a failure: only the digest; in development also its message and stack. */
export function createMaskedError(thrown: unknown, digest: string): ServerError {
  if (!import.meta.env.DEV) return new ServerError(digest)
  if (thrown instanceof Error) return new ServerError(digest, thrown.message, thrown.stack)
  const description = describeNonError(thrown)
  // The stack of the mask itself would mislead.
  return new ServerError(digest, description, description)
}

/**
 * Returns the value that may leave the server in place of a thrown one: a failure is captured and masked, anything else
 * stays as it is. Sets the status of the response.
 *
 * @param route id of the route, if it is known
 */
export function toPublicError(thrown: unknown, route?: string): unknown {
  const context = getRequestContext()
  const kind = describeThrown(thrown)
  switch (kind.type) {
    case 'signal':
      return thrown
    case 'masked':
    case 'expected':
      if (context) {
        context.status ??= kind.type === 'expected' ? kind.error.status : 500
        context.publicError ??= kind.error
      }
      return thrown
    case 'failure': {
      const { digest } = captureError(thrown, route)
      const mask = createMaskedError(thrown, digest)
      if (context) {
        context.status ??= 500
        context.publicError ??= mask
      }
      return mask
    }
  }
}
