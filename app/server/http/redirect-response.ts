/** Characters of an address that is repeated in the `Refresh` header: beside a long Location it would be too much header. */
const LONGEST_REFRESH = 2_000

/** Answers with a redirect. A 308 has a `Refresh` beside it, for clients that do not know the status. */
export function redirectResponse(status: number, location: string): Response {
  const headers = new Headers({ location, 'content-type': 'text/plain; charset=utf-8' })
  if (status === 308 && location.length <= LONGEST_REFRESH) headers.set('refresh', `0;url=${location}`)
  return new Response(location, { status, headers })
}
