/** The maximum length of a URL that `Refresh` repeats. With a longer `Location` the headers would be too large. */
const MAX_REFRESH_CHARS = 2_000

/** Returns a redirect. A 308 also has a `Refresh` header, for clients that do not know the status. */
export function redirectResponse(status: number, location: string): Response {
  const body = Buffer.from(location)
  // Its length is set, so that the server sees that it is too small to compress.
  const length = String(body.length)
  const headers = new Headers({ location, 'content-type': 'text/plain; charset=utf-8', 'content-length': length })
  if (status === 308 && location.length <= MAX_REFRESH_CHARS) headers.set('refresh', `0;url=${location}`)
  return new Response(body, { status, headers })
}
