import { random } from '#tests/harness/random.ts'

/** One seed for each thing that is generated, so that a longer table leaves the requests as they are. */
export type Dice = {
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
}

export function dice(seed: number): Dice {
  const next = random(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[below(choices.length)]
    if (choice === undefined) throw new RangeError('nothing to choose from')
    return choice
  }
  return { next, below, pick, chance: (probability) => next() < probability }
}

/** A piece of a source: how it is written, what it is called in a destination, and texts that it meets, encoded. */
export type Part = {
  readonly source: string
  /** The param in a destination: `:id`, or `:rest*` when it may be absent or several. Absent for what has no name. */
  readonly param?: string
  /** Parts of a path that match, with their slashes. */
  readonly meets: readonly string[]
}

/** Values of one segment, encoded as a client would send them or not. */
const SEGMENTS = ['7', 'hello', 'A_b.c-d', '%C3%BC', 'a%2Fb', 'x%20y', 'a%3Fb', '%41b', '日本', 'a+b', 'a@b', '100%25']
const PATHS = ['/one', '/one/two', '/a%2Fb/c', '/日本/x', '/a.b/c-d/e_f']

const literal = (source: string, ...meets: string[]): Part => ({ source, meets: meets.length > 0 ? meets : [source] })

/** Literal segments. The last spelling of each is what a careless client sends. */
export const LITERALS: readonly Part[] = [
  literal('/docs', '/docs', '/docs', '/DOCS'),
  literal('/Case', '/Case', '/case'),
  literal('/%C3%BCber', '/%C3%BCber', '/über', '/%c3%bcber'),
  literal('/%E6%97%A5%E6%9C%AC', '/%E6%97%A5%E6%9C%AC', '/日本'),
  literal('/with.dot'),
  literal('/a-b_c~d'),
  literal('/in\\(brackets\\)', '/in(brackets)'),
  literal('/colon\\:d', '/colon:d'),
  literal('/star\\*', '/star*'),
  literal('/x'),
]

/** Parts that may stand anywhere in a source. `name` makes them unlike each other within it. */
export const MIDDLE: readonly ((name: string) => Part)[] = [
  (name) => ({ source: `/:${name}`, param: `:${name}`, meets: SEGMENTS.map((value) => `/${value}`) }),
  (name) => ({ source: `/:${name}(\\d+)`, param: `:${name}`, meets: ['/1', '/042', '/9'] }),
  (name) => ({ source: `/:${name}(\\d{1,3})`, param: `:${name}`, meets: ['/1', '/123'] }),
  (name) => ({ source: `/:${name}([a-z]+)`, param: `:${name}`, meets: ['/abc', '/ABC'] }),
  (name) => ({ source: `/:${name}((?:red|blue))`, param: `:${name}`, meets: ['/red', '/Blue'] }),
  (name) => ({ source: `/:${name}([^/]+)`, param: `:${name}`, meets: ['/a.b', '/%C3%BC'] }),
  (name) => ({ source: `/v-:${name}`, param: `:${name}`, meets: ['/v-1', '/v-a%2Fb'] }),
  (name) => ({ source: `/:${name}.html`, param: `:${name}`, meets: ['/index.html', '/%C3%BC.html'] }),
  (name) => ({ source: `/:${name}-to-:${name}2`, param: `:${name}/:${name}2`, meets: ['/a-to-b', '/1-to-2'] }),
  () => ({ source: '/(first|second)', meets: ['/first', '/second'] }),
  () => ({ source: '/(\\d{4})', meets: ['/2026'] }),
]

/** Parts that end a source. */
export const LAST: readonly ((name: string) => Part)[] = [
  (name) => ({ source: `/:${name}?`, param: `:${name}*`, meets: ['', ...SEGMENTS.map((value) => `/${value}`)] }),
  (name) => ({ source: `/:${name}*`, param: `:${name}*`, meets: ['', ...PATHS] }),
  (name) => ({ source: `/:${name}+`, param: `:${name}*`, meets: PATHS }),
  (name) => ({ source: `/:${name}(.*)`, param: `:${name}`, meets: ['/', ...PATHS] }),
  (name) => ({ source: `/:${name}(\\d+)?`, param: `:${name}*`, meets: ['', '/12'] }),
  (name) => ({ source: `/:${name}([a-z]{2})*`, param: `:${name}*`, meets: ['', '/ab', '/ab/cd'] }),
  (name) => ({ source: `{/:${name}}?`, param: `:${name}*`, meets: ['', '/given'] }),
  (name) => ({ source: `/:${name}((?!api|_next).*)`, param: `:${name}`, meets: ['/pages', '/apple/pie'] }),
  () => ({ source: '/(.*)', meets: ['/', ...PATHS] }),
]
