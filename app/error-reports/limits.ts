/** How much of one report is read and kept. Bytes count after decompression. */
export const ENVELOPE = {
  /** Everything in an envelope but its spans. */
  bytes: 1_048_576,
  /** An envelope with spans: the SDK sends them in portions of about 5 MB. */
  bytesWithSpans: 6_291_456,
  headerBytes: 16_384,
  itemHeaderBytes: 8_192,
  items: 100,
  /** Objects and lists inside each other. */
  jsonDepth: 100,
  /** Of an item, also of a transaction. */
  spans: 1_000,
  /** Of an event. */
  tags: 200,
  /** What spans of one envelope measured, beyond which nothing is counted: a page measures a dozen things. */
  measurements: 200,
  /** What visitors said, beyond which it is kept in the envelope alone. */
  feedback: 10,
} as const

/** What the tunnel allows. Bucket sizes are in requests, times in milliseconds. */
export const TUNNEL = {
  /** The burst of a client, as a multiple of its rate: 50 a second, 200 at once. */
  burstFactor: 4,
  bodyMs: 30_000,
  /** How long a first request waits for a store that is still opening. */
  openingMs: 2_000,
  retryAfterSeconds: 5,
} as const

/** How the store is written. */
export const STORE = {
  /** Envelopes in one commit, and how long it may wait for them. */
  batch: { most: 64, gatherMs: 2 },
  /** Values bound to one statement: SQLite takes 32 766, PostgreSQL 65 535. */
  parameters: 30_000,
  countersMs: 2_000,
  /** Between attempts to open a database that is away. */
  reopenMs: 2_000,
} as const

/** How the worker talks to the ingest. */
export const DELIVERY = {
  concurrency: 4,
  claimed: 16,
  /** Outcomes in one commit, and how long it may wait for them. */
  settled: { most: 16, gatherMs: 5 },
  requestMs: 30_000,
  /** Longer than a request can take: what is claimed longer belongs to a process that died. */
  leaseMs: 45_000,
  backoffMs: { first: 1_000, most: 300_000 },
  /** How often a process looks for what others left behind. */
  pollMs: 5_000,
  /** How long a process that ends waits for answers. */
  drainMs: 5_000,
} as const

/** How retention works through the store. Shares are of `RETENTION_BYTES`. */
export const RETENTION = {
  everyMs: 300_000,
  /** Between measurements while reports come. */
  measureMs: 1_000,
  /** Envelopes deleted in one transaction. */
  chunk: 500,
  /** Rows of other tables deleted in one transaction. */
  rows: 2_000,
  /** Pages that SQLite gives back to the disk in one transaction. */
  pages: 1_000,
  /** What a stored envelope costs beside its own bytes: its rows and their indexes. */
  rowBytes: 1_024,
  /** Above this share of the limit something is deleted. */
  high: 0.9,
  /** Until this share is in use. */
  low: 0.8,
  /** Growth since the last deletion, as a share, that is worth the next one. */
  step: 0.01,
  /** How often one run measures again and deletes more: sizes are estimates until the rows are gone. */
  passes: 6,
  /** What was made of reports may hold this much while there is not enough room for all. The rest is for reports. */
  shares: { words: 0.15, tallies: 0.1, problems: 0.1, vitals: 0.1, counters: 0.05, buckets: 0.02 },
} as const
