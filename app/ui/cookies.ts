/** Returns the document's cookies; an empty text where they are denied, as in a sandboxed frame. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

const YEAR_SECONDS = 31_536_000

/** Sets a cookie for the whole site. Does nothing where cookies are denied, since all of ours are optional. */
export function setCookie(name: string, value: string, maxAgeSeconds = YEAR_SECONDS): void {
  try {
    document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`
  } catch {
    // The choice lasts for this document.
  }
}
