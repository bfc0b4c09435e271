import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'

let isReading = false

/**
 * True while the shell reads a header for itself. A page that is cached for all visitors may depend only on these
 * reads.
 */
export function isShellRead(): boolean {
  return isReading
}

/** Runs a synchronous function that reads headers for the shell. All other reads count as the page's. */
export function readAsShell<T>(read: () => T): T {
  isReading = true
  try {
    return read()
  } finally {
    isReading = false
  }
}

/** Reads a cookie for the shell, on the server. A page calls `getCookie` instead, so that its read is noticed. */
export const readShellCookie = createIsomorphicFn()
  .server((name: string): string | undefined => readAsShell(() => getCookie(name)))
  .client((_name: string): string | undefined => undefined)
