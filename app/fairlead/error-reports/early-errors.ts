import { isNotFound, isRedirect } from '@tanstack/react-router'
import { hasNonFailureDigest } from '#fairlead/errors/digest.ts'
import { takeEarlyEvents } from '#fairlead/platform/early-events.ts'

/** An error of the page. `where` is the name of a window event or of a hook of React's root. */
export type PageError = { where: string; error: unknown; componentStack?: string | undefined }

/** Later errors are dropped, because they tend to follow from the first. */
const MAX_ERRORS = 20

export type EarlyErrors = {
  /** Creates a hook of React's root: `onCaughtError: early.hook('caught')`. */
  hook: (where: string) => (error: unknown, info: { componentStack?: string | undefined }) => void
  /**
   * Passes buffered errors, oldest first, and later errors of React's root to `sink`. Stops listening to the window.
   */
  drainTo: (sink: (error: PageError) => void) => void
}

/** True for redirects and not-founds, which are responses and not errors. */
function isControlFlow(thrown: unknown): boolean {
  return isNotFound(thrown) || isRedirect(thrown) || hasNonFailureDigest(thrown)
}

/** Buffers errors of the page until the SDK is loaded. It is small, because it is part of every page's first chunk. */
export function bufferEarlyErrors(target: Window): EarlyErrors {
  const buffer: PageError[] = []
  let sink = (error: PageError): void => {
    if (buffer.length < MAX_ERRORS) buffer.push(error)
  }
  const listener = (event: Event): void => {
    const { type, reason, error, message } = event as Event & Record<'reason' | 'error' | 'message', unknown>
    const thrown = reason ?? error ?? message
    if (!isControlFlow(thrown)) sink({ where: type, error: thrown })
  }
  const names = ['error', 'unhandledrejection']
  for (const name of names) target.addEventListener(name, listener)
  for (const event of takeEarlyEvents(target, names)) listener(event)
  return {
    hook:
      (where) =>
      (error, { componentStack }) => {
        if (isControlFlow(error)) return
        sink({ where, error, componentStack })
        // Without a hook React does the same. reportError also triggers the window's event: the SDK recognises an
        // object that it has reported, but would report a primitive twice.
        // oxlint-disable-next-line no-console -- React's own behaviour
        if (where === 'caught' || typeof error !== 'object' || error === null) console.error(error)
        else reportError(error)
      },
    drainTo(next) {
      for (const name of names) target.removeEventListener(name, listener)
      sink = next
      for (const error of buffer) next(error)
    },
  }
}
