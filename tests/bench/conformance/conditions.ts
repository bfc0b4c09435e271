import type { Dice } from '#tests/bench/conformance/grammar.ts'

export type ConditionInput = { readonly type: string; readonly key?: string; readonly value?: string }

/** A need of a request so that a condition holds: a header, a cookie, a pair of its query, its host. */
export type Wants = {
  readonly header?: readonly [string, string]
  readonly cookie?: string
  readonly query?: string
  readonly host?: string
}

/** A condition, what it offers to a destination, and requests that meet it. */
export type Sample = {
  readonly condition: ConditionInput
  readonly param?: string
  /** The peer takes a key with a hyphen for its letters in a query only; ours does everywhere. */
  readonly queryParam?: string
  readonly meets: readonly Wants[]
}

const query = (...pairs: string[]): Wants[] => pairs.map((pair) => ({ query: pair }))
const cookies = (...pairs: string[]): Wants[] => pairs.map((pair) => ({ cookie: pair }))
const hosts = (...names: string[]): Wants[] => names.map((host) => ({ host }))
const header = (name: string, ...values: string[]): Wants[] => values.map((value) => ({ header: [name, value] }))

export const CONDITIONS: readonly Sample[] = [
  {
    condition: { type: 'header', key: 'anyway' },
    param: ':anyway',
    meets: header('anyway', 'yes', 'a b', 'a/b?c', '%20'),
  },
  { condition: { type: 'header', key: 'x-kind', value: 'new' }, meets: header('x-kind', 'new') },
  {
    condition: { type: 'header', key: 'x-team', value: '(?<team>[a-z]+)-(?<part>\\d+)' },
    param: ':team/:part',
    meets: header('x-team', 'red-1', 'blue-22'),
  },
  { condition: { type: 'cookie', key: 'session' }, param: ':session', meets: cookies('session=abc', 'session=a%20b') },
  { condition: { type: 'cookie', key: 'beta', value: 'true|1' }, meets: cookies('beta=true', 'beta=1') },
  {
    condition: { type: 'cookie', key: 'plan', value: '(?<plan>free|paid)' },
    param: ':plan',
    meets: cookies('plan=free', 'other=1; plan=paid'),
  },
  {
    condition: { type: 'query', key: 'my-query' },
    queryParam: ':myquery',
    meets: query('my-query=hello', 'my-query=%C3%BC', 'my-query=a+b', 'my-query=1&my-query=2'),
  },
  { condition: { type: 'query', key: 'mode', value: 'on' }, meets: query('mode=on', 'mode=off&mode=on') },
  {
    condition: { type: 'query', key: 'page', value: '(?<page>\\d+)' },
    param: ':page',
    meets: query('page=3', 'page=44&other=x'),
  },
  { condition: { type: 'host', value: 'example.com' }, meets: hosts('example.com', 'EXAMPLE.com', 'example.com:3000') },
  {
    condition: { type: 'host', value: '(?<shop>[a-z]+)\\.shop\\.test' },
    param: ':shop',
    meets: hosts('red.shop.test', 'Blue.shop.test:81'),
  },
]

/** A request's part of what two conditions want; the host is the first's. */
export function both(a: Wants, b: Wants): Wants {
  const cookie = [a.cookie, b.cookie].filter(Boolean).join('; ')
  const pairs = [a.query, b.query].filter(Boolean).join('&')
  const field = a.header ?? b.header
  const host = a.host ?? b.host
  return {
    ...(cookie && { cookie }),
    ...(pairs && { query: pairs }),
    ...(field && { header: field }),
    ...(host && { host }),
  }
}

export function pickCondition(roll: Dice): Sample {
  return roll.pick(CONDITIONS)
}
