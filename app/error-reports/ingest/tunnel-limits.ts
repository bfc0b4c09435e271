/** Limits of the tunnel. Bucket sizes are in requests, times in milliseconds. */
export const TUNNEL = {
  /** The burst of a client, as a multiple of its rate per second. */
  burstFactor: 4,
  bodyMs: 30_000,
  /** Maximum wait for a store that is still opening. */
  openingMs: 2_000,
  /** Maximum wait for the store, which may hang. A report that is stored later is stored once when it is sent again. */
  storeMs: 10_000,
  retryAfterSeconds: 5,
  /** Clients whose rate is remembered; the least recently seen is forgotten first. */
  clients: 50_000,
  /** A body counts as one more request for each of these, after decompression. */
  bytesPerToken: 65_536,
  /** Bytes of all bodies that are being read or stored, and of one client's: more than the largest envelope. */
  inFlight: { total: 33_554_432, perClient: 8_388_608 },
  /** Spans of a client in a minute, as a multiple of its rate per second. */
  spansFactor: 200,
  /** An item with spans counts as one for each of these, unless it names a larger number. */
  bytesPerSpan: 2_048,
  /** The share of the envelopes whose spans are stored beyond that number. */
  spanSample: 0.1,
} as const
