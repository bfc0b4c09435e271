/** Returns the origin in a text, which may end with a slash; `undefined` for any other text. */
export function readOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '') ? url.origin : undefined
}
