import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Returns true for the address of a trusted proxy. */
export type ProxyTrust = (address: string) => boolean

/** Returns an IP address, a mapped IPv4 address without its prefix; empty for anything else, such as one with a port. */
function unwrapMappedIp(address: string): string {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv4(plain) || isIPv6(plain) ? plain : ''
}

/** Returns the check for `TRUSTED_PROXIES`: addresses and ranges, all valid. */
export function trustProxies(ranges: readonly string[]): ProxyTrust {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => address !== '' && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/**
 * Returns the address of the client. `X-Forwarded-For` counts as far as trusted proxies wrote it: from the right, up
 * to the first address that is not one of them.
 *
 * @param socketAddress the address of the connection's other end
 */
export function clientIp(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: ProxyTrust,
): string {
  let client = unwrapMappedIp(socketAddress ?? '')
  const hops = (forwardedFor ?? '').split(',')
  while (isTrusted(client) && hops.length > 0) {
    const hop = unwrapMappedIp(hops.pop() ?? '')
    if (hop === '') break
    client = hop
  }
  return client
}

/** Returns the key that a client is limited by: its IPv4 address, or its /64 network, which one IPv6 customer has. */
export function rateLimitKey(address: string): string {
  if (!isIPv6(address)) return address
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' })
  const [head = '', tail = ''] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = canonical.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}
