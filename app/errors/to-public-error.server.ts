import { inspect } from 'node:util'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { PublicError } from '#app/errors/public-error.ts'
import { captureError } from '#app/errors/capture-error.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { getRequestContext } from '#app/server/request-context.server.ts'

/** What was thrown, seen from outside. */
export type ThrownKind =
  /** A redirect or a not-found: the router's own business. */
  | { type: 'signal' }
  /** Meant for people. */
  | { type: 'expected'; error: PublicError }
  /** Already masked. */
  | { type: 'masked'; error: ServerError }
  | { type: 'failure' }

/** Tells failures from what is none. Pure. */
export function describeThrown(thrown: unknown): ThrownKind {
  if (isRedirect(thrown) || isNotFound(thrown)) return { type: 'signal' }
  if (thrown instanceof PublicError) return { type: 'expected', error: thrown }
  if (thrown instanceof ServerError) return { type: 'masked', error: thrown }
  return { type: 'failure' }
}

/** Never throws, whatever was thrown. */
function describeNonError(thrown: unknown): string {
  try {
    return `${inspect(thrown)} was thrown, which is no error`
  } catch {
    return 'something was thrown that cannot be looked at'
  }
}

/** The error that stands for a failure: nothing but the digest, in development what happened as well. */
export function createMaskedError(thrown: unknown, digest: string): ServerError {
  if (!import.meta.env.DEV) return new ServerError(digest)
  if (thrown instanceof Error) return new ServerError(digest, thrown.message, thrown.stack)
  const said = describeNonError(thrown)
  // Where the mask was made says nothing.
  return new ServerError(digest, said, said)
}

/**
 * What may leave the server in place of what was thrown: a failure is recorded and masked, anything else stays as it is.
 * Sets the status that the answer should have.
 *
 * @param route the route's id, where it is known
 */
export function toPublicError(thrown: unknown, route?: string): unknown {
  const visit = getRequestContext()
  const found = describeThrown(thrown)
  switch (found.type) {
    case 'signal':
      return thrown
    case 'masked':
    case 'expected':
      if (visit) {
        visit.status ??= found.type === 'expected' ? found.error.status : 500
        visit.publicError ??= found.error
      }
      return thrown
    case 'failure': {
      const { digest } = captureError(thrown, route)
      const mask = createMaskedError(thrown, digest)
      if (visit) {
        visit.status ??= 500
        visit.publicError ??= mask
      }
      return mask
    }
  }
}
