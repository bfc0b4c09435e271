/**
 * Decodes percent-encoded text; returns a text that is not well encoded unchanged. For a path, pass `decodeURI`, which
 * keeps `%2F` and other escapes of reserved characters.
 */
export function safeDecode(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
