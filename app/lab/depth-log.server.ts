export type Sounding = { id: string; place: string; depth: number }

/** Number of soundings that are kept in memory; the oldest are dropped first. */
const MAX_COUNT = 20

const logged: Sounding[] = []

export const abortedStreams = { count: 0 }

export function listSoundings(): Sounding[] {
  return [...logged]
}

export function logSounding(place: string, depth: number): void {
  logged.unshift({ id: crypto.randomUUID(), place, depth })
  logged.length = Math.min(logged.length, MAX_COUNT)
}
