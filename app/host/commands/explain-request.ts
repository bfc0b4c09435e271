import { type LocaleDecision, resolveLocale, visitorLocale } from '#app/navigation/locale/resolve-locale.ts'
import { type Languages, languagesOf, routedPath } from '#app/navigation/locale/locale-url.ts'
import { type AppContext, explain, type Step } from '#app/navigation/routing-table/explain/explain.ts'
import { type CompiledTable, compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { locateRedirect, MAX_REDIRECTS, type RouteKind, servedAt } from '#app/navigation/routing-table/match/resolve.ts'
import { MATCHING, normalizeUrl, splitUrl } from '#app/navigation/routing-table/match/url.ts'
import type { LocalizedUrl } from '#app/navigation/routing-table/match/localized-url.ts'
import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import { reservedAt } from '#app/navigation/routing-table/reserved-paths.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'
import { HOST_STAGES, type HostStage, type Stage, STAGES } from '#app/server/pipeline.ts'

/** A GET request, as far as the pipeline decides by it. */
type ExplainedRequest = {
  readonly languages: Languages & Pick<Routing, 'localeDetection'>
  readonly table: CompiledTable
  readonly app: AppContext
  /** Path and query. */
  readonly url: string
  readonly headers: Headers
  /** The URL whose page is shown, once the routing table has decided. */
  readonly shown: LocalizedUrl
}

type Decision = {
  readonly type: 'responds' | 'passes'
  readonly text: string
  /** The rules that were tried. */
  readonly steps?: readonly Step[]
  /** The URL that a redirect leads to. */
  readonly location?: string
  /** The URL whose page the next stages show, and the rule that says so. */
  readonly rewrite?: { readonly url: string; readonly by: string }
}

const passes = (text: string): Decision => ({ type: 'passes', text })
const responds = (text: string): Decision => ({ type: 'responds', text })
const redirects = (status: number, location: string, by: string): Decision => ({
  ...responds(`${status} to ${location} [${by}]`),
  location,
})

const BEFORE_RULES = responds('answered by the server, before any rule')

/** Returns the decision of a stage that responds to everything below a path. */
function below(prefix: string, path: string): Decision {
  return path === prefix || path.startsWith(`${prefix}/`) ? BEFORE_RULES : passes('another path')
}

const ROUTE_KINDS = {
  file: 'a file',
  static: 'a page',
  dynamic: 'a page with params',
  generated: 'a response that the server makes itself',
} as const satisfies Record<Exclude<RouteKind, null>, string>

function describeServed(served: RouteKind): string {
  return served === null ? '404' : ROUTE_KINDS[served]
}

function decideCanonicalUrl({ url, table }: ExplainedRequest): Decision {
  const normal = normalizeUrl(url, table.trailingSlash)
  switch (normal.type) {
    case 'malformed':
      return responds('400, the path cannot be decoded')
    case 'too-long':
      return responds(`414, the path has more than ${MATCHING.characters} characters`)
    case 'redirect':
      return redirects(308, normal.location, 'slash')
    case 'ok':
      return passes('the URL is canonical')
  }
}

const languageHeaders = (headers: Headers) => ({
  host: headers.get('host') ?? undefined,
  cookie: /(?:^|;\s*)NEXT_LOCALE=([^;]*)/.exec(headers.get('cookie') ?? '')?.[1],
  acceptLanguage: headers.get('accept-language') ?? undefined,
})

function decideLocale({ languages, app, url, headers, shown }: ExplainedRequest): Decision {
  const { path, query } = splitUrl(url)
  const decision: LocaleDecision = resolveLocale(languages, {
    pathname: path,
    search: query && `?${query}`,
    ...languageHeaders(headers),
    fromHere: false,
    isPage: (page) => app.servedAt(page) !== null,
  })
  return decision.type === 'serve' ? passes(shown.locale) : redirects(decision.status, decision.location, 'locale')
}

function decideByTable({ table, app, url, headers }: ExplainedRequest): Decision {
  const { steps, end } = explain(table, { url, headers }, app.servedAt)
  switch (end.type) {
    case 'redirect':
      return { ...redirects(end.status, end.location, end.by), steps }
    case 'proxy':
      return { ...responds(`passed on to ${end.url} [${end.by}]`), steps }
    case 'ask-server':
      return { ...responds(`only the server can tell [${end.by}]`), steps }
    case 'rewrite':
      return end.served === 'file'
        ? { ...responds(`a file, shown from ${end.url} [${end.by}]`), steps }
        : { ...passes(`shows ${end.url} [${end.by}]`), steps, rewrite: end }
    case 'malformed':
    case 'too-long':
    case 'none':
      return { ...passes('no rule applies'), steps }
  }
}

function decideReserved({ shown, app }: ExplainedRequest): Decision {
  if (reservedAt(shown.pathWithoutLocale) === undefined) return passes('not reserved')
  return responds(describeServed(servedAt(shown, app.servedAt)))
}

/** The decision of each stage. No stage is missing, because the keys are those of the pipeline. */
const DECISIONS: Record<HostStage | Stage, (request: ExplainedRequest) => Decision> = {
  'prepared-responses': () => passes('responds to the exact URL of a cached page'),
  'static-files': ({ table, url, app: { files } }) => {
    const { path } = table.readAddress(url, undefined)
    return files.includes(path) ? responds('a file') : below('/_build', path)
  },
  monitoring: ({ table, url }) => below('/monitoring', table.readAddress(url, undefined).path),
  health: ({ table, url }) => below('/healthz', table.readAddress(url, undefined).path),
  'server-functions': ({ table, url }) => below('/_serverFn', table.readAddress(url, undefined).path),
  'canonical-url': decideCanonicalUrl,
  locale: decideLocale,
  'routing-table': decideByTable,
  method: () => passes('GET is allowed'),
  'reserved-paths': decideReserved,
  guards: ({ shown: { pathWithoutLocale: path }, app: { guarded = [] } }) =>
    passes(
      guarded.some((page) => path === page || path.startsWith(`${page}/`)) ? '401 unless signed in' : 'another path',
    ),
  'server-routes': () => passes('GET is limited only where a server route says so'),
  'page-cache': ({ shown }) => passes(shown.query ? 'no page with a query' : 'responds if the route is shared'),
  render: ({ shown, app }) => responds(describeServed(servedAt(shown, app.servedAt))),
}

const NAME_WIDTH = Math.max(...[...HOST_STAGES, ...STAGES].map((stage) => stage.length))

const OUTCOMES: Record<Step['outcome'], string> = {
  'other-path': 'another path',
  unmet: 'a condition fails',
  unknown: 'only the server can tell',
  unusable: 'applies, but a value may not stand in its destination',
  applied: 'applies',
}

function describeStep({ rule: { place, source }, outcome, condition, to }: Step): string {
  const details = [condition && `(${condition})`, to && `→ ${to}`].filter(Boolean).join(' ')
  return `      ${place} ${source}: ${OUTCOMES[outcome]}${details && ` ${details}`}`
}

/** Describes every stage that one URL meets, also those after the one that responds. */
function explainStages(request: Omit<ExplainedRequest, 'shown'>): { lines: string[]; location: string | undefined } {
  const { languages, table, url } = request
  const host = request.headers.get('host') ?? undefined
  const lines: string[] = []
  const { path } = splitUrl(url)
  let shown = table.readAddress(routedPath(languages, path, host) + url.slice(path.length), host)
  let rewrite: Decision['rewrite']
  let end: Decision | undefined
  for (const stage of [...HOST_STAGES, ...STAGES]) {
    const decision = DECISIONS[stage]({ ...request, shown })
    const verb = end ? `would ${decision.type === 'passes' ? 'pass' : 'respond'}` : decision.type
    lines.push(`   ${stage.padEnd(NAME_WIDTH)}  ${verb}: ${decision.text}`, ...(decision.steps ?? []).map(describeStep))
    if (decision.type === 'responds' && !end) {
      end = rewrite ? { ...decision, text: `${decision.text}, shown from ${rewrite.url} [${rewrite.by}]` } : decision
    }
    rewrite ??= decision.rewrite
    if (decision.rewrite) shown = table.readAddress(decision.rewrite.url, host)
  }
  lines.push(`   ends: ${end?.text ?? '404'}`)
  return { lines, location: end?.location }
}

/**
 * Describes the way of one GET request: what each stage of the pipeline decides and each rule of the table, through every
 * redirect inside the application.
 */
export function explainRequest(
  routing: Routing,
  app: AppContext,
  request: { readonly url: string; readonly headers: Headers },
): string[] {
  const visitor =
    routing.localePrefix === 'never' ? visitorLocale(routing, languageHeaders(request.headers)) : undefined
  const languages = { ...languagesOf(routing), visitor }
  const table = compileTable(precompileTable(routing), locateRedirect, languages)
  const host = request.headers.get('host') ?? undefined
  const routedApp: AppContext = {
    ...app,
    servedAt: (path) => (app.files.includes(path) ? 'file' : app.servedAt(routedPath(languages, path, host))),
  }
  const lines: string[] = []
  let { url } = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const explained = explainStages({ languages, table, app: routedApp, url, headers: request.headers })
    lines.push(url, ...explained.lines)
    const { location } = explained
    if (!location?.startsWith('/')) return lines
    url = location.split('#', 1)[0] ?? location
  }
  return [...lines, `   gives up after ${MAX_REDIRECTS} redirects, as browsers do`]
}
