/** Limits of one envelope. Bytes count after decompression. */
export const ENVELOPE = {
  /** Everything in an envelope but its spans. */
  bytes: 1_048_576,
  /** An envelope with spans, which the SDK sends in batches of about 5 MB. */
  bytesWithSpans: 6_291_456,
  headerBytes: 16_384,
  itemHeaderBytes: 8_192,
  items: 100,
  /** Levels of nested objects and arrays. */
  jsonDepth: 100,
  /** Of an item, also of a transaction. */
  spans: 1_000,
  /** Of an event. */
  tags: 200,
  /** Measurements that are counted: a page has about a dozen. */
  measurements: 200,
  /** Feedback messages that are listed; further ones stay in the envelope only. */
  feedback: 10,
} as const

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

/** Limits of writing to the store. Times are in milliseconds. */
export const STORE = {
  /**
   * Envelopes in one commit, their bytes unless one alone has more, and the commit's maximum wait for them. SQLite's
   * write-ahead log grows by the bytes of a commit.
   */
  batch: { maxItems: 64, maxSize: 4_194_304, waitMs: 2 },
  /** Values bound to one statement: SQLite takes 32 766, PostgreSQL 65 535. */
  parameters: 30_000,
  countersMs: 2_000,
  /** Between attempts to open an unavailable database. */
  reopenMs: 2_000,
} as const

/**
 * Rows that the desk counts at most, because counting reads each: the tabs of a problem (beyond it, the number of reports
 * says more), and deliveries in one state.
 */
export const COUNTED = { tabs: 100, deliveries: 10_000 } as const
