import type { Client } from '#fairlead/platform/http/forwarded.ts'

/** The name of this server in `Via`. */
const VIA = 'fairlead'

/** Proxies of this server that a request may pass before it counts as a loop. */
const MAX_HOPS = 5

/** True for a request that has come through this server's proxies several times. */
export function isLoop(headers: Headers): boolean {
  return (headers.get('via')?.split(VIA).length ?? 1) > MAX_HOPS
}

/** Headers of one connection, which are not forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that the HTTP client sets itself. */
const OF_CLIENT = new Set(['host', 'expect'])

/** Headers in which proxies name the client. The ones that a request brings are not forwarded. CGI reads `_` as `-`. */
const FORWARDED = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip)$/

/** The fields of a message, in order and with their names in lower case; a name may come several times. */
export type HeaderList = [name: string, value: string][]

/** Returns the names that `Connection` lists. These fields belong to the one connection, too. */
function namesOf(connection: string | null | undefined): readonly string[] {
  return connection ? connection.split(',').map((name) => name.trim().toLowerCase()) : []
}

/** Returns the name of a cookie. One without a name (`=session=1`) is sent back as `session=1`. */
function cookieName(pair: string): string {
  return (
    pair
      .replace(/^[\s=]+/, '')
      .split('=', 1)[0]
      ?.trim() ?? ''
  )
}

function withoutCookies(header: string, names: readonly string[]): string {
  const pairs = header.split(';')
  const passed = pairs.filter((pair) => !names.includes(cookieName(pair)))
  return passed.length === pairs.length ? header : passed.join(';').trim()
}

/**
 * Returns the headers for the other origin: the headers of the request, and headers that name the client. Cookies and
 * credentials are forwarded as in Next.js, because the table's author trusts the origin; this application's cookies are
 * not.
 */
export function requestHeaders(
  headers: Headers,
  { address, hosts: [host], protocol }: Omit<Client, 'key'>,
  ownCookies: readonly string[],
): Record<string, string> {
  const sent: Record<string, string> = {}
  const listed = namesOf(headers.get('connection'))
  for (const [name, value] of headers) {
    if (
      HOP_BY_HOP.has(name) ||
      OF_CLIENT.has(name) ||
      FORWARDED.test(name.replaceAll('_', '-')) ||
      listed.includes(name)
    )
      continue
    sent[name] = value
  }
  if (sent.cookie !== undefined) {
    const cookie = withoutCookies(sent.cookie, ownCookies)
    if (cookie === '') delete sent.cookie
    else sent.cookie = cookie
  }
  if (host !== undefined) sent['x-forwarded-host'] = host
  sent['x-forwarded-proto'] = protocol
  if (address !== '') sent['x-forwarded-for'] = address
  sent.via = sent.via === undefined ? `1.1 ${VIA}` : `${sent.via}, 1.1 ${VIA}`
  return sent
}

/**
 * Returns the headers of a response for the visitor, without the connection's headers and without this site's cookies.
 */
export function responseHeaders(rawHeaders: readonly string[], ownCookies: readonly string[]): HeaderList {
  const all = rawHeaders.flatMap((name, index): HeaderList =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  const listed = new Set(all.flatMap(([name, value]) => (name === 'connection' ? namesOf(value) : [])))
  return all.filter(([name, value]) => {
    if (HOP_BY_HOP.has(name) || listed.has(name)) return false
    return name !== 'set-cookie' || !ownCookies.includes(cookieName(value))
  })
}
