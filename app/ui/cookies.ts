/** The document's cookies; none where they are denied, as in a sandboxed frame. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

const YEAR_SECONDS = 31_536_000

/** Sets a cookie for the whole site, for a year unless told otherwise. Where cookies are denied it does nothing: none of ours is needed to go on. */
export function setCookie(name: string, value: string, maxAgeSeconds = YEAR_SECONDS): void {
  try {
    document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`
  } catch {
    // The choice holds for this document.
  }
}
