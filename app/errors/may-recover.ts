import { isNotFound, isRedirect } from '@tanstack/react-router'
import { PublicError } from '#app/errors/public-error.ts'

/** Tells failures that a retry may mend from redirects, not-founds and public errors, which are final. */
export function mayRecover(thrown: unknown): boolean {
  return !isRedirect(thrown) && !isNotFound(thrown) && !(thrown instanceof PublicError)
}
