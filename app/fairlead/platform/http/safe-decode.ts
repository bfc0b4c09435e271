/**
 * Decodes percent-encoded text; text that is not well encoded is returned as it is. For a path, pass `decodeURI`, which
 * keeps `%2F` and other escapes of reserved characters.
 */
export function safeDecode(text: string, decode: (text: string) => string = decodeURIComponent): string {
  try {
    return decode(text)
  } catch {
    return text
  }
}
