import { getRequestHeader } from '@tanstack/react-start/server'

/** Number of the lab's prefetch requests in flight on the server, and their maximum. */
export const inflight = { now: 0, max: 0 }

/** Runs a server function; counts it while it runs if its request is a prefetch, of data or of a document. */
export async function countPrefetch<T>(run: () => Promise<T> | T): Promise<T> {
  if ((getRequestHeader('sec-purpose') ?? getRequestHeader('purpose')) !== 'prefetch') return run()
  inflight.now += 1
  inflight.max = Math.max(inflight.max, inflight.now)
  try {
    return await run()
  } finally {
    inflight.now -= 1
  }
}
