import type { LocalizedUrl } from '#app/navigation/routing-table/match/url.ts'
import { isReadable } from '#app/navigation/routing-table/client/client-table.ts'
import { describeCondition } from '#app/navigation/routing-table/explain/describe-condition.ts'
import { explain, type Step } from '#app/navigation/routing-table/explain/explain.ts'
import { compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { MAX_REDIRECTS } from '#app/navigation/routing-table/match/follow-redirects.ts'
import { MATCHING } from '#app/navigation/routing-table/parse/pattern-limits.ts'
import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import { canonicalizeLocale } from '#app/navigation/routing-table/match/canonicalize-locale.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import { servedAt, type RouteKind } from '#app/navigation/routing-table/match/resolve.ts'
import type { RedirectRule, Routing, Rule } from '#app/navigation/routing-table/routing-types.ts'

/** What a report knows of the application beside its table. */
export type AppContext = {
  /** Route addresses, as their files name them. */
  readonly routes: readonly string[]
  /** Paths of public files. */
  readonly files: readonly string[]
  readonly servedAt: (path: string) => RouteKind
}

/** The whole table in the order it applies, as lines of text. */
export function describeTable(routing: Routing, { routes, files }: AppContext): string[] {
  const { redirects, rewrites, trailingSlash, locales, prefixes, defaultLocale } = routing
  const isDynamic = (route: string) => route.replace('{-$locale}', '').includes('$')
  return [
    `1. Spelling: one slash between segments, ${trailingSlash ? 'one' : 'none'} at the end; no prefix${prefixes.length > 0 ? ` for ${defaultLocale}` : ' for any language'}`,
    `   languages: ${locales.join(', ')}`,
    ...section('2. Redirects', redirects.map(describeRedirect)),
    ...section('3. Rewrites before files', rewrites.beforeFiles.map(describeRule)),
    ...section('4. Files', files),
    ...section(
      '5. Pages with a fixed path',
      routes.filter((route) => !isDynamic(route)),
    ),
    ...section('6. Rewrites after files', rewrites.afterFiles.map(describeRule)),
    ...section('7. Pages with params', routes.filter(isDynamic)),
    ...section('8. Rewrites as a fallback', rewrites.fallback.map(describeRule)),
    '9. 404',
  ]
}

function section(title: string, lines: readonly string[]): string[] {
  return [title, ...(lines.length > 0 ? lines : ['none']).map((line) => `   ${line}`)]
}

function describeRedirect(rule: RedirectRule): string {
  return `${rule.status} ${describeRule(rule)}`
}

function describeRule({ place, source, destination, locale, has = [], missing = [] }: Rule): string {
  const conditions = [
    ...has.map(describeCondition),
    ...missing.map((condition) => `no ${describeCondition(condition)}`),
  ]
  const when = conditions.length > 0 ? ` if ${conditions.join(' and ')}` : ''
  const asks = [...has, ...missing].every(isReadable) ? '' : ' (a navigation asks the server)'
  return `${source} → ${destination}${when}${locale ? '' : ' (locale: false)'}${asks}  [${place}]`
}

const OUTCOMES: Record<Step['outcome'], string> = {
  'other-path': 'another path',
  unmet: 'a condition fails',
  unknown: 'only the server can tell',
  unusable: 'applies, but a value may not stand in its destination',
  applied: 'applies',
}

/** What one request meets, rule by rule, through every redirect inside the application, and where it ends. */
export function explainRequest(
  routing: Routing,
  { servedAt: serves }: AppContext,
  request: { readonly url: string; readonly headers: Headers },
): string[] {
  const table = compileTable(precompileTable(routing))
  const lines: string[] = []
  let { url } = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    lines.push(url)
    const spelt = canonicalizeLocale(table, url, request.headers.get('host') ?? undefined)
    const { steps, end } = explain(table, { url, headers: request.headers }, serves)
    if (spelt !== url && !(end.type === 'redirect' && end.by === 'slash')) {
      lines.push(`   ends: 308 to ${spelt}, the one spelling of its language`)
      url = spelt
      continue
    }
    lines.push(...steps.map(describeStep))
    if (end.type !== 'redirect')
      return [...lines, `   ends: ${describeEnd(end, table.readAddress(url, undefined), serves)}`]
    lines.push(`   ends: ${end.status} to ${end.location} [${end.by}]`)
    if (!end.location.startsWith('/')) return lines
    url = end.location.split('#', 1)[0] ?? end.location
  }
  return [...lines, `   gives up after ${MAX_REDIRECTS} redirects, as browsers do`]
}

function describeStep({ rule: { place, source }, outcome, condition, to }: Step): string {
  const details = [condition && `(${condition})`, to && `→ ${to}`].filter(Boolean).join(' ')
  return `   ${place} ${source}: ${OUTCOMES[outcome]}${details && ` ${details}`}`
}

function describeEnd(
  end: Exclude<ReturnType<typeof explain>['end'], { type: 'redirect' }>,
  address: LocalizedUrl,
  serves: (path: string) => RouteKind,
): string {
  switch (end.type) {
    case 'malformed':
      return '400, the path cannot be decoded'
    case 'too-long':
      return `414, the path has more than ${MATCHING.characters} characters`
    case 'proxy':
      return `passed on to ${end.url} [${end.by}]`
    case 'ask-server':
      return `only the server can tell [${end.by}]`
    case 'rewrite':
      return `${describeServed(end.served)}, shown from ${end.url} [${end.by}]`
    case 'none':
      if (reservedAt(address.path) === 'before-table') return 'answered by the server, before any rule'
      return describeServed(servedAt(address, serves))
  }
}

const SERVED = {
  file: 'a file',
  static: 'a page',
  dynamic: 'a page with params',
  generated: 'a response that the server makes itself',
} as const satisfies Record<Exclude<RouteKind, null>, string>

function describeServed(served: RouteKind): string {
  return served === null ? '404' : SERVED[served]
}
