import { safeDecode } from '#app/navigation/routing-table/match/url.ts'

/**
 * Returns the value of a cookie, percent-decoded where it is well encoded. The first of several with one name counts.
 *
 * @param header the `Cookie` header, or a document's cookies
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at <= 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    // RFC 6265 allows quotes around it.
    return safeDecode(value.replace(/^"(.*)"$/, '$1'))
  }
  return undefined
}
