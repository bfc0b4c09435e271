import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'

let isReading = false

/** True while the shell itself reads a header: pages that are cached for all visitors depend on none but these. */
export function isShellRead(): boolean {
  return isReading
}

/** Runs a synchronous function that reads headers for the shell. Reads outside of it count as the page's. */
export function readAsShell<T>(read: () => T): T {
  isReading = true
  try {
    return read()
  } finally {
    isReading = false
  }
}

/** Reads a cookie for the shell, on the server. A page reads its own by `getCookie`, which is seen. */
export const readShellCookie = createIsomorphicFn()
  .server((name: string): string | undefined => readAsShell(() => getCookie(name)))
  .client((_name: string): string | undefined => undefined)
