import type { Env } from '#app/server/env.server.ts'
import { clientIp, trustProxies } from '#app/server/http/client-ip.ts'
import type { Client } from '#app/server/http/proxy.server.ts'

/** Returns the function that reads the client of a request. `X-Forwarded-*` counts from trusted proxies alone. */
export function createClientReader({
  PUBLIC_ORIGIN,
  TRUSTED_PROXIES,
}: Pick<Env, 'PUBLIC_ORIGIN' | 'TRUSTED_PROXIES'>): (request: Request) => Client {
  const isTrusted = trustProxies(TRUSTED_PROXIES)
  return (request) => {
    // srvx adds the address of the socket.
    const { ip } = request as Request & { ip?: string }
    const { headers } = request
    const socket = clientIp(ip, undefined, () => false)
    const forwarded = (name: string) => (isTrusted(socket) ? headers.get(`x-forwarded-${name}`) : null)
    const protocol = forwarded('proto') ?? new URL(PUBLIC_ORIGIN ?? request.url).protocol
    return {
      address: clientIp(ip, headers.get('x-forwarded-for') ?? undefined, isTrusted),
      host: forwarded('host') ?? headers.get('host'),
      protocol: /^https:?$/.test(protocol) ? 'https' : 'http',
    }
  }
}
