/** A depth that somebody logged. */
export type Sounding = { id: string; place: string; depth: number }

/** Soundings that are kept; the oldest go first. In this process, for the lab alone. */
const MOST = 20

const logged: Sounding[] = []

/** How many streams a visitor gave up before they ended. */
export const abortedStreams = { count: 0 }

/** All of them, latest first. */
export function listSoundings(): Sounding[] {
  return [...logged]
}

/** Logs one. */
export function logSounding(place: string, depth: number): void {
  logged.unshift({ id: crypto.randomUUID(), place, depth })
  logged.length = Math.min(logged.length, MOST)
}
