// The table that both are given: 200 rules over the whole grammar, from one seed. Domains are left out: what the two do
// with them differs on purpose in every answer, and tests/lab/domains.http.test.ts holds ours against its own rules.
import { defineRouting } from '#app/navigation/rules/define-routing.ts'
import { pickCondition, type ConditionInput, type Sample } from '#tests/bench/oracle/conditions.ts'
import { dice, LAST, LITERALS, MIDDLE, type Dice, type Part } from '#tests/bench/oracle/grammar.ts'

/** Where proxied rules lead. */
export const UPSTREAM_PORT = 20_613

/** Nothing listens there. */
const REFUSED = 'http://127.0.0.1:9'

const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

export const LOCALES = ['en', 'de', 'ja', 'ar'] as const

type RewriteInput = {
  readonly source: string
  readonly destination: string
  readonly locale?: false
  readonly has?: readonly ConditionInput[]
  readonly missing?: readonly ConditionInput[]
}
type RedirectInput = RewriteInput & { readonly permanent?: boolean; readonly statusCode?: number }

/** A rule with what is needed to make requests that meet it, or nearly. */
export type Made = {
  readonly rule: RewriteInput
  readonly parts: readonly Part[]
  readonly has: readonly Sample[]
  readonly missing: readonly Sample[]
}

const roll = dice(16)

/** The phases, with as many rules each as a table of 200 has. */
const REDIRECTS = 96
const BEFORE_FILES = 28
const AFTER_FILES = 56
const FALLBACK = 20

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
  const inQuery = (name: string) => name.replace(/[*?]/g, '').split('/')[0] ?? ''
  const query = roll.chance(0.35)
    ? `?own=${roll.pick(['1', 'a%20b', '%C3%BC'])}${[...params, ...queryParams].map((param, at) => `&q${at}=${inQuery(param)}`).join('')}`
    : ''
  const hash = !isRewrite && roll.chance(0.15) ? `#${used[0]?.endsWith('*') === false ? inQuery(used[0]) : 'part'}` : ''
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

function phase(start: string, length: number): Made[] {
  return Array.from({ length }, (_, row) => ruleOf(start, row, true))
}

const redirects = Array.from({ length: REDIRECTS }, (_, row) => {
  const made = ruleOf('go', row, false)
  return { ...made, rule: { ...made.rule, ...statusOf(row) } satisfies RedirectInput }
})
const beforeFiles = phase('before', BEFORE_FILES)
const afterFiles = phase('after', AFTER_FILES)
const fallback = phase('last', FALLBACK)

/** Every rule with its samples, in the order it applies. */
export const made: readonly Made[] = [...redirects, ...beforeFiles, ...afterFiles, ...fallback]

const rulesOf = (list: readonly Made[]) => list.map(({ rule }) => rule)

/** As it is pasted into either config. */
export const input = {
  locales: LOCALES,
  defaultLocale: 'en' as const,
  redirects: redirects.map(({ rule }): RedirectInput => rule),
  rewrites: {
    beforeFiles: rulesOf(beforeFiles),
    afterFiles: rulesOf(afterFiles),
    fallback: rulesOf(fallback),
  },
}

export default defineRouting(input)
