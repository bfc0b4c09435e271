import { getRequestHeader } from '@tanstack/react-start/server'

/** The server's own count of the lab's prefetch requests under way, and the most there ever were. */
export const inflight = { now: 0, max: 0 }

/** Runs a server function and counts it while it runs, if its request says that it is a prefetch. */
export async function countPrefetch<T>(run: () => Promise<T> | T): Promise<T> {
  if (getRequestHeader('purpose') !== 'prefetch') return run()
  inflight.now += 1
  inflight.max = Math.max(inflight.max, inflight.now)
  try {
    return await run()
  } finally {
    inflight.now -= 1
  }
}
