// The table that both are given: 200 rules over the whole grammar, from one seed. Domains are left out: what the two do
// with them differs on purpose in every answer, and tests/site/lab/domains.http.test.ts holds ours against its own rules.
import { defineRouting } from '#fairlead/navigation/routing-table/parse/define-routing.ts'
import * as byHand from '#tests/bench/conformance/by-hand.ts'
import { pickCondition } from '#tests/bench/conformance/conditions.ts'
import { dice, LAST, LITERALS, MIDDLE, type Dice, type Part } from '#tests/bench/conformance/grammar.ts'
import type { Made, RedirectInput, RewriteInput } from '#tests/bench/conformance/rules.ts'

/** Where proxied rules lead. */
export const UPSTREAM_PORT = 20_613

/** Nothing listens there. */
const REFUSED = 'http://127.0.0.1:9'

const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

export const LOCALES = ['en', 'de', 'ja', 'ar'] as const

const roll = dice(16)

/** The phases, with as many rules each as a table of 200 has. */
const SIZES = { redirects: 96, beforeFiles: 28, afterFiles: 56, fallback: 20 }

const literal = (source: string): Part => ({ source, meets: [source] })

/** A path of one to four parts. What stands first keeps most rules apart; some share it, and some stand over pages. */
function partsOf(start: string, row: number): Part[] {
  const first = literal(row % 5 === 4 ? `/${start}` : row % 7 === 3 ? `/lab/echo/${start}` : `/${start}-${row}`)
  const middle = Array.from({ length: roll.below(3) }, (_, at) =>
    roll.chance(0.4) ? roll.pick(LITERALS) : roll.pick(MIDDLE)(`p${at}`),
  )
  return [first, ...middle, ...(roll.chance(0.45) ? [roll.pick(LAST)('rest')] : [])]
}

/** A destination that uses all, some or none of what the rule offers, in its path, query or hash. */
function destinationOf(params: readonly string[], queryParams: readonly string[], isRewrite: boolean): string {
  const used = params.filter(() => roll.chance(0.7))
  const inQuery = (name: string) => name.split('/')[0] ?? ''
  const query = roll.chance(0.35)
    ? `?own=${roll.pick(['1', 'a%20b', '%C3%BC'])}${[...params, ...queryParams].map((param, at) => `&q${at}=${inQuery(param)}`).join('')}`
    : ''
  const single = used.find((name) => !name.endsWith('*'))
  const hash = !isRewrite && roll.chance(0.15) ? `#${single ? inQuery(single) : 'part'}` : ''
  const onwards = `/${roll.pick(['go', 'after', 'last'])}-${roll.below(20)}`
  const pages = ['/lab/echo', '/lab/echo', '/lab/echo/to', '/lab/docs', '/lab/echo/über', '/no-such-page', onwards]
  const fixed = ['/lab', '/lab/docs/new', '/favicon.svg', '/']
  const page = used.length === 0 && roll.chance(0.3) ? roll.pick(fixed) : roll.pick(pages)
  const base = roll.chance(0.12) ? (isRewrite && roll.chance(0.15) ? REFUSED : upstream) : page
  return `${base === '/' && used.length > 0 ? '' : base}${used.map((param) => `/${param}`).join('')}${query}${hash}`
}

function ruleOf(start: string, row: number, isRewrite: boolean): Made {
  const parts = partsOf(start, row)
  const has = Array.from({ length: roll.chance(0.4) ? 1 + roll.below(2) : 0 }, () => pickCondition(roll))
  const kinds = new Set(has.map(({ condition }) => condition.type + String(condition.key)))
  const missing = (roll.chance(0.15) ? [pickCondition(roll)] : []).filter(
    ({ condition }) => !kinds.has(condition.type + String(condition.key)),
  )
  const params = [...parts, ...has].flatMap(({ param }) => param ?? [])
  const queryParams = has.flatMap(({ queryParam }) => queryParam ?? [])
  const rule: RewriteInput = {
    source: parts.map(({ source }) => source).join(''),
    destination: destinationOf([...new Set(params)], queryParams, isRewrite),
    ...(has.length > 0 && { has: has.map(({ condition }) => condition) }),
    ...(missing.length > 0 && { missing: missing.map(({ condition }) => condition) }),
  }
  return row % 12 === 11 ? literally({ rule, parts, has, missing }, roll) : { rule, parts, has, missing }
}

/** The rule with `locale: false`: its source names the language itself, and its destination may name another. */
function literally(made: Made, { pick }: Dice): Made {
  const prefix = pick<Part>([
    { source: '/:lang(de|ja)', meets: ['/de', '/ja'] },
    { source: '/de', meets: ['/de'] },
    { source: '/en', meets: ['', '/en'] },
  ])
  const to = prefix.source.startsWith('/:') ? '/:lang' : pick(['/ja', '/de', ''])
  const { destination } = made.rule
  const isInside = destination.startsWith('/lab')
  return {
    ...made,
    parts: [prefix, ...made.parts],
    rule: {
      ...made.rule,
      source: prefix.source + made.rule.source,
      destination: isInside ? to + destination : destination,
      locale: false,
    },
  }
}

function statusOf(row: number): { permanent?: boolean; statusCode?: number } {
  const statusCode = [301, 302, 303, 307, 308][row % 9]
  return statusCode === undefined ? { permanent: row % 2 === 0 } : { statusCode }
}

function isStatusSet({ permanent, statusCode }: RedirectInput): boolean {
  return permanent !== undefined || statusCode !== undefined
}

/** Rules made by hand come last, so that the dice fall as before when one is added. */
function phase(start: string, size: number, made: readonly Made[], isRewrite = true): Made[] {
  return [...Array.from({ length: size - made.length }, (_, row) => ruleOf(start, row, isRewrite)), ...made]
}

const redirects = phase('go', SIZES.redirects, byHand.REDIRECTS, false).map((made, row) => ({
  ...made,
  rule: isStatusSet(made.rule) ? made.rule : { ...made.rule, ...statusOf(row) },
}))
const beforeFiles = phase('before', SIZES.beforeFiles, byHand.BEFORE_FILES)
const afterFiles = phase('after', SIZES.afterFiles, byHand.AFTER_FILES)
const fallback = phase('last', SIZES.fallback, byHand.FALLBACK)

/** Every rule with its samples, in the order it applies. */
export const made: readonly Made[] = [...redirects, ...beforeFiles, ...afterFiles, ...fallback]

const rulesOf = (list: readonly Made[]) => list.map(({ rule }) => rule)

/** The text that is pasted into either config. */
export const input = {
  locales: LOCALES,
  defaultLocale: 'en' as const,
  redirects: rulesOf(redirects),
  rewrites: { beforeFiles: rulesOf(beforeFiles), afterFiles: rulesOf(afterFiles), fallback: rulesOf(fallback) },
}

export default defineRouting(input)
