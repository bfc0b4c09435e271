import { inspect } from 'node:util'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { ExpectedError } from '#app/errors/expected-error.ts'
import { recordFailure } from '#app/errors/record.server.ts'
import { ServerError } from '#app/errors/server-error.ts'
import { currentVisit } from '#app/errors/visit.server.ts'

/** What was thrown, seen from outside. */
export type Thrown =
  /** A redirect or a not-found: the router's own business. */
  | { type: 'signal' }
  /** Meant for people. */
  | { type: 'expected'; error: ExpectedError }
  /** Already masked. */
  | { type: 'masked'; error: ServerError }
  | { type: 'failure' }

/** Tells failures from what is none. Pure. */
export function classify(thrown: unknown): Thrown {
  if (isRedirect(thrown) || isNotFound(thrown)) return { type: 'signal' }
  if (thrown instanceof ExpectedError) return { type: 'expected', error: thrown }
  if (thrown instanceof ServerError) return { type: 'masked', error: thrown }
  return { type: 'failure' }
}

/** Never throws, whatever was thrown. */
function notAnError(thrown: unknown): string {
  try {
    return `${inspect(thrown)} was thrown, which is no error`
  } catch {
    return 'something was thrown that cannot be looked at'
  }
}

/** The error that stands for a failure: nothing but the digest, in development what happened as well. */
export function maskOf(thrown: unknown, digest: string): ServerError {
  if (!import.meta.env.DEV) return new ServerError(digest)
  if (thrown instanceof Error) return new ServerError(digest, thrown.message, thrown.stack)
  const said = notAnError(thrown)
  // Where the mask was made says nothing.
  return new ServerError(digest, said, said)
}

/**
 * What may leave the server in place of what was thrown: a failure is recorded and masked, anything else stays as it is.
 * Sets the status that the answer should have.
 *
 * @param route the route's id, where it is known
 */
export function leave(thrown: unknown, route?: string): unknown {
  const visit = currentVisit()
  const found = classify(thrown)
  switch (found.type) {
    case 'signal':
      return thrown
    case 'masked':
    case 'expected':
      if (visit) {
        visit.status ??= found.type === 'expected' ? found.error.status : 500
        visit.left ??= found.error
      }
      return thrown
    case 'failure': {
      const { digest } = recordFailure(thrown, route)
      const mask = maskOf(thrown, digest)
      if (visit) {
        visit.status ??= 500
        visit.left ??= mask
      }
      return mask
    }
  }
}
