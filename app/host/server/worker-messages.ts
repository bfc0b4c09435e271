/**
 * The version of these messages and of the shared objects. A change of either needs a new one: workers of a new build are
 * refused by a primary process that has another.
 */
export const PROTOCOL = 2

/** Time for the responses of a process to end after a signal to stop; then they are cut off. */
export const DRAIN_LIMIT_MS = 30_000

/** Messages of a worker to the primary process. */
export type FromWorker =
  /** It can respond, unless there is a fault: the response of its `/healthz`. */
  | { type: 'ready'; protocol: number; fault: string | undefined }
  /** It has, or has not, taken over a connection. */
  | { type: 'accepted' | 'declined'; connection: number }
  /** It is about to end, and takes connections only if nobody else does. */
  | { type: 'leaving' }
  /** It takes no more connections. */
  | { type: 'closed' }
  | { type: 'call'; call: number; object: string; method: string; args: readonly unknown[] }

/** Messages of the primary process to a worker. */
export type FromPrimary =
  /** Comes with the socket. */
  | { type: 'connection'; connection: number }
  /** The worker shall end after its responses. `replaced`: others go on. */
  | { type: 'drain'; replaced: boolean }
  | { type: 'result'; call: number; value: unknown }
  | { type: 'failed'; call: number; message: string }
