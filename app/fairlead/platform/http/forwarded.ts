import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { Env } from '#fairlead/platform/env.server.ts'

/** The client of a request, and the host and protocol that it used as far as trusted proxies report them. */
export type Client = {
  /** An IP address; empty if it is unknown. */
  readonly address: string
  readonly key: string
  /** The hosts that the request was sent to: the visitor's first, then the host that each proxy asked for. */
  readonly hosts: readonly string[]
  readonly protocol: 'http' | 'https'
}

export type Incoming = {
  readonly peer: string | undefined
  readonly header: (name: string) => string | null | undefined
}

type Hop = Partial<Record<'for' | 'host' | 'proto', string | undefined>>

type ProxyTrust = (address: string) => boolean

const BRACKETED = /^\[([\w:.%]{2,60})\](?::\d{1,5})?$/
const IPV4_WITH_PORT = /^([\d.]{7,15}):\d{1,5}$/
const HOST = /^(?:[a-z\d_](?:[\w.-]{0,252}[\w.])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

const MAX_HOSTS = 10

const isHost = (text: string | undefined): text is string => text !== undefined && HOST.test(text)

/**
 * Returns an IP address in its shortest form, without port, brackets or zone, and with an IPv4 address that is mapped
 * into IPv6 as IPv4; `undefined` for any other text, such as `unknown`.
 */
function parseAddress(text: string): string | undefined {
  const bare = BRACKETED.exec(text)?.[1] ?? IPV4_WITH_PORT.exec(text)?.[1] ?? text
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

function trustProxies(ranges: readonly string[]): ProxyTrust {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => address !== '' && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** A parameter of `Forwarded` with the separator before it. A quoted value may contain separators. */
const PARAMETER = /(^|[,;])((?:[^",;]|"(?:[^"\\]|\\.)*")*)/gy

/** Returns the hops of `Forwarded` (RFC 7239), the nearest one last; none if it is malformed. */
function parseForwarded(header: string): Hop[] {
  const hops: Record<string, string>[] = []
  let length = 0
  for (const [whole, separator, parameter = ''] of header.matchAll(PARAMETER)) {
    const equals = parameter.indexOf('=')
    if (equals < 0) return []
    // A hop without `for` ends the chain of trust.
    if (separator !== ';') hops.push({ for: '' })
    const hop = hops.at(-1)
    const value = parameter.slice(equals + 1).trim()
    const name = parameter.slice(0, equals).trim().toLowerCase()
    if (hop) hop[name] ||= value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
    length += whole.length
  }
  // If the lengths differ, a quoted value has no end.
  return length === header.length ? hops : []
}

/**
 * Reads the hops of the `X-Forwarded-` lists, the nearest one last. A proxy adds to each list or replaces it, so the
 * last entries of all lists belong together.
 */
function parseLists(header: Incoming['header']): Hop[] {
  const read = (name: string) => (header(name) ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const [addresses, hosts, protocols] = [read('x-forwarded-for'), read('x-forwarded-host'), read('x-forwarded-proto')]
  const count = addresses.length || Math.max(hosts.length, protocols.length)
  return Array.from({ length: count }, (_, index) => ({
    for: addresses[index],
    host: hosts[hosts.length - count + index],
    proto: protocols[protocols.length - count + index],
  }))
}

/**
 * Returns the key for the rate limits of a client: its IPv4 address, or its /64 network, which is one IPv6 customer's.
 */
export function rateLimitKey(address: string): string {
  if (!isIPv6(address)) return address
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' })
  const [head = '', tail = ''] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = canonical.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Follows the hops from the nearest one, up to the first one that no trusted proxy describes. */
function followHops(hops: readonly Hop[], peer: string, isTrusted: ProxyTrust) {
  let address = peer
  let host: string | undefined
  let protocol: Client['protocol'] | undefined
  for (const hop of hops.toReversed()) {
    if (!isTrusted(address)) break
    if (isHost(hop.host)) host = hop.host
    const [, scheme] = /^(https?):?$/i.exec(hop.proto ?? '') ?? []
    if (scheme !== undefined) protocol = scheme.toLowerCase() === 'https' ? 'https' : 'http'
    // In lists without addresses the first entries belong to the visitor.
    if (hop.for === undefined) continue
    const next = parseAddress(hop.for)
    if (next === undefined) break
    address = next
  }
  return { address, host, protocol }
}

function clientOf(address: string, hosts: readonly string[], protocol: Client['protocol']): Client {
  return {
    address,
    hosts,
    protocol,
    get key() {
      return rateLimitKey(address)
    },
  }
}

/** Returns the client of a request without a connection, such as the render of a cached page. */
export function unknownClient(host: string | null): Client {
  return clientOf('', host === null ? [] : [host], 'http')
}

/**
 * Creates the function that reads the client of a request. It is the other end of the connection; if that is a trusted
 * proxy, it is the client that the proxy names by `X-Forwarded-For`, `-Host` and `-Proto`, or else by `Forwarded`. The
 * entries of a list count from the right, up to the first proxy that is not trusted. All hosts of a list are in
 * `hosts`: no page can make a browser send these headers.
 */
export function createClientReader({
  PUBLIC_ORIGIN,
  TRUSTED_PROXIES,
}: Pick<Env, 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES'>): (incoming: Incoming) => Client {
  const isTrusted = trustProxies(TRUSTED_PROXIES)
  const publicProtocol = PUBLIC_ORIGIN?.startsWith('https:') ? 'https' : 'http'

  return ({ peer, header }) => {
    const peerAddress = parseAddress(peer ?? '') ?? ''
    const asked = header('host')
    const own = asked ? [asked] : []
    if (!isTrusted(peerAddress)) return clientOf(peerAddress, own, publicProtocol)
    const lists = parseLists(header)
    const hops = lists.length > 0 ? lists : parseForwarded(header('forwarded') ?? '')
    const { address, host, protocol = publicProtocol } = followHops(hops, peerAddress, isTrusted)
    const named = hops.map((hop) => hop.host).filter(isHost)
    return clientOf(address, [...new Set([...(host ? [host] : []), ...named.slice(-MAX_HOSTS), ...own])], protocol)
  }
}
