import { safeDecode } from '#fairlead/platform/http/safe-decode.ts'

/** Returns the value of a cookie, decoded if it is well encoded. The first of several cookies with one name counts. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at <= 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    // RFC 6265 allows quotes around a value.
    return safeDecode(value.replace(/^"(.*)"$/, '$1'))
  }
  return undefined
}
