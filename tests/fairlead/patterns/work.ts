/** Characters to try: one of each kind that patterns tell apart. */
const CHARACTERS = 'aZ9_-./:;,=*%"\'\\#?&<>(){}[]|+@!~$^` \t\n\r\0éßあ\u0301'.split('')

/** An atom of a pattern: a class, an escape or a character. */
const ATOM = /\\p\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/giu

/** Characters of the longest input. */
export const LONG = 100_000

/** Characters that every candidate is tried with first. */
const SHORT = 4_000

/** Inputs are compared with others that are this many times as long. */
const FACTOR = 16

/** The most that one long input may take, as a multiple of as many characters in 16 short ones: quadratic work takes 16. */
export const MOST = 5

/**
 * Milliseconds below which nothing is measured but noise. Quadratic work on 4 000 characters, and exponential work on 24,
 * are millions of steps, which take longer on any machine.
 */
const NOISE_MS = 3

/** Measurements of an input that seems to take too long, of which the shortest counts; fewer from `longMs` on. */
const TURNS = { most: 20, least: 12, longMs: 30 }

/** Texts that are repeated for readers of headers, paths, reports and typed text. */
export const PUMPS = [...' -.,;:/"1aあ%'.split(''), 'Aa', '1a', '-a', ' ,', 'W/"x"', 'at (', 'Version/1', 'Safari/']

/** Does something with a text that came from outside. */
export type Work = (text: string) => unknown

/** Milliseconds of CPU time that this thread has taken, so that it does not matter what else the machine does. */
function cpuMs(): number {
  // Linux counts a thread by ticks of some milliseconds, until it is asked for the time of its whole process.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function timeOf(work: Work, text: string, times: number): number {
  const start = cpuMs()
  for (let time = 0; time < times; time++) work(text)
  return cpuMs() - start
}

/**
 * The time for `long` as a multiple of that for 16 times `short`: the least of up to 20 measurements; 0 for a time that
 * may be noise.
 */
export function growthOf(work: Work, short: string, long: string, noiseMs = NOISE_MS): number {
  let [base, time] = [Infinity, Infinity]
  const isTooLong = (): boolean => time > noiseMs && time / base > MOST
  for (let turn = 0; turn === 0 || isTooLong(); turn++) {
    if (turn >= (time > TURNS.longMs ? TURNS.least : TURNS.most)) break
    base = Math.min(base, timeOf(work, short, FACTOR))
    time = Math.min(time, timeOf(work, long, 1))
  }
  return time > noiseMs ? time / base : 0
}

function matches(atom: string, flags: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, flags.replaceAll(/[gy]/g, '')).test(character)
  } catch {
    return false
  }
}

/** The literal words of a pattern, and a few characters of each class. */
export function tokensOf(source: string, flags: string): string[] {
  const atoms = source.match(ATOM) ?? []
  const words = source
    .replaceAll(/\\[bBdDsSwW]|\\p\{[^}]*\}|\[(?:\\[^]|[^\]\\])*\]|\{[\d,]*\}/g, '\0')
    .replaceAll(/\(\?(?:<?[=!:]|<\w+>)/g, '\0')
    .replaceAll(/\\([^])/g, '$1')
    .split(/[\0()|*+?^$]+/)
  const members = atoms.flatMap((atom) => {
    const all = CHARACTERS.filter((character) => matches(atom, flags, character))
    return all.length > 20 ? all.slice(0, 3) : [...all.slice(0, 2), ...all.slice(-1)]
  })
  return [...new Set([...words, ...members, 'a'])].filter(Boolean).slice(0, 10)
}

/** A text that is hard to match: a prefix, a repeated part, and an end that matches nothing. */
type Recipe = { prefix: string; pump: string }

function textOf({ prefix, pump }: Recipe, length: number): string {
  // Through a buffer, so that it is a flat string before it is measured.
  return Buffer.from(`${prefix}${pump.repeat(Math.ceil(length / pump.length))}\u0001`).toString()
}

function recipesOf(tokens: readonly string[]): Recipe[] {
  const pairs = tokens.flatMap((one, index) => tokens.slice(index + 1).map((other) => one + other))
  return ['', ...tokens].flatMap((prefix) => [...tokens, ...pairs].map((pump) => ({ prefix, pump })))
}

export type Growth = { growth: number; text: string }

function growthAt(work: Work, recipe: Recipe, length: number): Growth {
  const text = textOf(recipe, length)
  return { growth: growthOf(work, textOf(recipe, length / FACTOR), text), text }
}

/**
 * The growth of a search: for the worst text of 100 000 characters that can be built from the tokens of its pattern.
 * Stops at the first growth above `MOST`.
 */
export function worstSearch(search: Work, tokens: readonly string[]): Growth {
  let worst = { time: -1, recipe: { prefix: '', pump: 'a' } }
  for (const recipe of recipesOf(tokens)) {
    // 24 characters are enough for exponential time.
    for (const length of [24, SHORT]) {
      const tried = growthAt(search, recipe, length)
      if (tried.growth > MOST) return tried
      const time = length === SHORT ? timeOf(search, tried.text, 1) : 0
      if (time > worst.time) worst = { time, recipe }
    }
  }
  return growthAt(search, worst.recipe, LONG)
}

/** The same for something that reads a text in several steps, with one of `pumps` 100 000 characters long at a time. */
export function worstReading(work: Work, pumps: readonly string[]): Growth {
  const tried = pumps.map((pump) => {
    const first = growthAt(work, { prefix: '', pump }, SHORT)
    return first.growth > MOST ? first : growthAt(work, { prefix: '', pump }, LONG)
  })
  return tried.reduce((worst, one) => (one.growth > worst.growth ? one : worst))
}
