import { both, CONDITIONS, type Wants } from '#tests/bench/conformance/conditions.ts'
import { dice } from '#tests/bench/conformance/grammar.ts'
import type { Made } from '#tests/bench/conformance/rules.ts'
import { LOCALES, made } from '#tests/bench/conformance/table.ts'

export type OracleRequest = {
  /** As it goes over the wire, but for what Node will not send. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Numbers of requests: sent in all, and made from each rule. */
export const REQUESTS = 2_000
const EACH_RULE = 8

const roll = dice(4)

const PREFIXES = ['', '', '', '', '', '/de', '/de', '/ja', '/ja', '/ar', '/ar', '/en', '/DE', '/fr']
const QUERIES = ['a=b', 'a=1&a=2', 'own=visitor', 'q0=mine', 'x', '=x', 'y=', 'z=%C3%BC', 'u=日本', 's=a+b', 'e=%26%3D']
const LANGUAGES = ['de', 'ja;q=0.9, de;q=0.8', 'fr', 'de-AT', 'en-US,en;q=0.5', '*', 'q=;', 'de;q=0', '']
const PATHS = String.raw`
  / /de /en /ja/ /DE /de/de /fr /en/de /lab /LAB /lab/ /lab/echo /lab/echo/
  /lab/echo/a/b /lab/echo/a%2Fb /lab/echo/%E6%97%A5 /lab/echo/日本 /lab/echo/a%20b /lab/echo/100%25
  /lab/echo/% /lab/echo/%zz /lab/echo/%E0%A4%A /lab/docs /lab/docs/new /lab/docs/New /lab/docs/a/b
  /lab/docs/by/ada /lab/docs/by /lab/docs/by/a/b /favicon.svg /de/favicon.svg /en/favicon.svg
  /favicon.svg/ //lab /lab//echo /lab///echo//a /\lab /lab\echo //example.com /%5C%5Cexample.com
  /%2F%2Fexample.com /nothing /nothing/ /nothing.html/ /.well-known/x /lab/echo/%2e%2e/x /lab/./echo
  /lab/../lab /lab/echo/..%2Fx /go /before /after /last /Go-0 /go-0/ /index /404
`
  .trim()
  .split(/\s+/)

/** A path that meets a rule's source, in one of the spellings that its parts are met in. */
function pathOf({ parts }: Made): string {
  const path = parts.map(({ meets }) => roll.pick(meets)).join('')
  const prefix = parts.some(({ source }) => /^\/(?::lang|de$|en$)/.test(source)) ? '' : roll.pick(PREFIXES)
  return prefix + (path || '/')
}

/** A path spoilt in a way that a client might spoil it. */
function spoilt(path: string): string {
  return roll.pick([
    (whole: string) => `${whole}/`,
    (whole: string) => whole.toUpperCase().replaceAll(/%[0-9A-F]{2}/g, (escape) => escape),
    (whole: string) => `${whole}/more`,
    (whole: string) => whole.slice(0, -1) || '/',
    (whole: string) => whole.replace('/', '//'),
    (whole: string) => `/${whole}`,
    (whole: string) => whole.replace(/[a-z]/, (char) => `%${char.charCodeAt(0).toString(16)}`),
    (whole: string) => whole.replace(/\/(?=[^/]*$)/, '/%2e/'),
  ])(path)
}

function requestOf(path: string, wants: Wants): OracleRequest {
  const pairs = [wants.query, roll.chance(0.3) && roll.pick(QUERIES)].filter(Boolean)
  const extra = roll.chance(0.15) ? { 'accept-language': roll.pick(LANGUAGES) } : {}
  return {
    url: pairs.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}` : path,
    headers: {
      host: wants.host ?? 'localhost',
      ...(wants.cookie && { cookie: wants.cookie }),
      ...(wants.header && { [wants.header[0]]: wants.header[1] }),
      ...extra,
    },
  }
}

/** Requests that meet a rule, requests that meet only its path or its conditions, and misspelt ones. */
function around(rule: Made): OracleRequest[] {
  return Array.from({ length: EACH_RULE }, (_, at) => {
    const meant = rule.has.map(({ meets }) => roll.pick(meets))
    const kept = at % 4 === 3 ? meant.slice(1) : meant
    const unwanted = at % 4 === 2 ? rule.missing.map(({ meets }) => roll.pick(meets)) : []
    const wants = [...kept, ...unwanted].reduce(both, {})
    const path = pathOf(rule)
    return requestOf(at === 6 || at === 7 ? spoilt(path) : path, wants)
  })
}

function atRandom(): OracleRequest {
  const wants = roll.chance(0.4) ? roll.pick(roll.pick(CONDITIONS).meets) : {}
  const path = roll.chance(0.7)
    ? roll.pick(PATHS)
    : `${roll.pick(['', ...LOCALES.map((locale) => `/${locale}`)])}/${roll.pick(['lab/echo', 'go-1', 'x'])}/${roll.pick(['a', '%C3%BC', 'é', '%2F'])}`
  return requestOf(roll.chance(0.1) ? spoilt(path) : path, wants)
}

/** The first page, for every wish. */
const atHome = LANGUAGES.flatMap((wish) =>
  ['', '; NEXT_LOCALE=ja', '; NEXT_LOCALE=xx'].map((cookie) => ({
    url: '/?a=b',
    headers: { host: 'localhost', 'accept-language': wish, cookie: `x=1${cookie}` },
  })),
)

const meant = [...made.flatMap(around), ...atHome]

/** The same for every run: from one seed. */
export const requests: readonly OracleRequest[] = [
  ...meant,
  ...Array.from({ length: REQUESTS - meant.length }, atRandom),
]
