import { createSharedBuckets, type Limiter, UNLIMITED } from '#fairlead/platform/http/shared-buckets.server.ts'
import type { Rate, TokenBuckets } from '#fairlead/platform/http/token-bucket.ts'
import type { Shared } from '#fairlead/platform/shared-object.server.ts'

/** Limits of the tunnel. The sizes of buckets are in requests, times in milliseconds. */
export const TUNNEL = {
  /** The burst of a client, as a multiple of its rate per second. */
  burstFactor: 4,
  bodyMs: 30_000,
  /** Maximum wait for a store that is still opening. */
  openingMs: 2_000,
  /**
   * Maximum wait for the store, which may hang. If a report is stored later, a second copy from the client is
   * recognised.
   */
  storeMs: 10_000,
  retryAfterSeconds: 5,
  /** Clients whose rate is remembered: the least recently seen one is forgotten first. */
  clients: 50_000,
  /** A body counts as one more request for each of these bytes, after decompression. */
  bytesPerToken: 65_536,
  /** Bytes of all bodies that are being read or stored, and of one client's: more than the largest envelope. */
  inFlight: { total: 33_554_432, perClient: 8_388_608 },
  /** The number of spans that a client may send in a minute, as a multiple of its rate per second. */
  spansFactor: 200,
  /** An item with spans counts as one span for each of these bytes, unless it names a larger number. */
  bytesPerSpan: 2_048,
  /** The share of envelopes whose spans are stored when a client has sent more spans. */
  spanSample: 0.1,
} as const

/** The limiters of the tunnel. Spans beyond the limit are sampled. */
export type TunnelLimits = { requests: Limiter; spans: Pick<Shared<TokenBuckets>, 'take'> }

/**
 * Creates the limits of the tunnel.
 *
 * @param perSecond requests of one client
 * @param widen returns a limiter of requests that all machines share, from the limiter of this one
 */
export function createTunnelLimits(
  perSecond: number | 'off',
  widen: (local: Limiter, rate: Rate) => Limiter = (local) => local,
): TunnelLimits {
  if (perSecond === 'off') return { requests: UNLIMITED, spans: UNLIMITED }
  const rate = { perSecond, burst: perSecond * TUNNEL.burstFactor }
  const spansPerMinute = perSecond * TUNNEL.spansFactor
  const spans = { perSecond: spansPerMinute / 60, burst: spansPerMinute }
  return {
    requests: widen(createSharedBuckets('tunnel', rate, TUNNEL.clients), rate),
    spans: createSharedBuckets('spans', spans, TUNNEL.clients),
  }
}
