import { parse } from 'cookie-es'
import { safeDecode } from '#app/navigation/routing-table/match/url-encoding.ts'

/** Removes the quotes that RFC 6265 allows around a value, and decodes what is left. */
function decode(value: string): string {
  return safeDecode(value.replace(/^"(.*)"$/, '$1'))
}

/**
 * Returns the value of a cookie, percent-decoded where it is well encoded. The first of several with one name counts.
 *
 * @param header the `Cookie` header, or a document's cookies
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  return header ? parse(header, { filter: (key) => key === name, decode })[name] : undefined
}
