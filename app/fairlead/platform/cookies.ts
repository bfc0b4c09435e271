import { cookiePath } from '#fairlead/platform/base-path.ts'

/** Returns the document's cookies; an empty text if they are denied, for example in a sandboxed frame. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

const YEAR_SECONDS = 31_536_000

/** Returns the text of a cookie for the whole site, for `document.cookie` and for `Set-Cookie`. */
export function cookieText(name: string, value: string, maxAgeSeconds = YEAR_SECONDS): string {
  return `${name}=${value}; Path=${cookiePath}; SameSite=Lax; Max-Age=${maxAgeSeconds}`
}

/** Sets a cookie for the whole site. Does nothing where cookies are denied: the shell's are optional. */
export function setCookie(name: string, value: string, maxAgeSeconds?: number): void {
  try {
    document.cookie = cookieText(name, value, maxAgeSeconds)
  } catch {
    // The choice lasts for this document.
  }
}
