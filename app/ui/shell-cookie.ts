import { createIsomorphicFn } from '@tanstack/react-start'
import { getCookie } from '@tanstack/react-start/server'

let isReading = false

/** Returns true while the shell itself reads a cookie: pages that are cached for all visitors depend on none but these. */
export function isShellRead(): boolean {
  return isReading
}

/** Reads a cookie for the shell, on the server. A page reads its own by `getCookie`, which is seen. */
export const readShellCookie = createIsomorphicFn()
  .server((name: string): string | undefined => {
    isReading = true
    try {
      return getCookie(name)
    } finally {
      isReading = false
    }
  })
  .client((_name: string): string | undefined => undefined)
