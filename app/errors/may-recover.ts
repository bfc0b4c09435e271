import { isNotFound, isRedirect } from '@tanstack/react-router'
import { PublicError } from '#app/errors/public-error.ts'

/** Tells failures that may pass, which are worth another try, from answers: a redirect, a not-found, an expected error. */
export function mayRecover(thrown: unknown): boolean {
  return !isRedirect(thrown) && !isNotFound(thrown) && !(thrown instanceof PublicError)
}
