import type { Lifetimes } from '#app/server/page-cache/freshness.ts'

/** The ages of the lab's pages, in seconds. */
export const KEPT_AGES = {
  seconds: { freshFor: 10, staleFor: 50 },
  minutes: { freshFor: 60, staleFor: 600 },
  hours: { freshFor: 3_600, staleFor: 86_400 },
} satisfies Record<string, Lifetimes>

export type KeptAge = keyof typeof KEPT_AGES

/** The path of each page, without a language. */
export const KEPT_PATHS = {
  seconds: '/lab/kept',
  minutes: '/lab/kept/minutes',
  hours: '/lab/kept/hours',
} as const satisfies Record<KeptAge, string>

/** The tag of all three pages. */
export const KEPT_TAG = 'lab:kept'

/** The longest name of a visitor. */
export const NAME_LENGTH = 40

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns seconds as a number of the largest unit that it is a multiple of. */
export function inLargestUnit(seconds: number): { value: number; unit: (typeof UNITS)[number][0] } {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? ['second', 1]
  return { value: seconds / length, unit }
}
