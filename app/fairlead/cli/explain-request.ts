import { languagesOf, routedPath } from '#fairlead/navigation/locale/locale-url.ts'
import type { Step, AppContext } from '#fairlead/navigation/routing-table/explain/explain.ts'
import { compileTable } from '#fairlead/navigation/routing-table/match/compile-table.ts'
import { MAX_REDIRECTS, locateRedirect } from '#fairlead/navigation/routing-table/match/resolve.ts'
import { splitUrl, withoutHash } from '#fairlead/navigation/routing-table/match/url.ts'
import type { Routing } from '#fairlead/navigation/routing-table/routing-types.ts'
import { headerOf } from '#fairlead/platform/http/check-origin.ts'
import { type Decision, detectVisitorLocale, type ExplainedRequest, STAGES } from '#fairlead/server/stages.ts'

const NAME_WIDTH = Math.max(...STAGES.map(({ name }) => name.length))

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

/** The response to one URL, and the decision of every stage, even of stages after the one that responds. */
export type ExplainedUrl = {
  readonly url: string
  readonly stages: readonly (Decision & { readonly name: string })[]
  /** Absent where no stage responds: 404. */
  readonly end?: Decision
}

function explainStages(request: Omit<ExplainedRequest, 'shown'>): ExplainedUrl {
  const { languages, table, url } = request
  const host = request.headers.get('host') ?? undefined
  const stages: ExplainedUrl['stages'][number][] = []
  const { path } = splitUrl(url)
  let shown = table.readAddress(routedPath(languages, path, host) + url.slice(path.length), host)
  let rewrite: Decision['rewrite']
  let end: Decision | undefined
  for (const { name, explain } of STAGES) {
    const decision = explain({ ...request, shown })
    stages.push({ name, ...decision })
    if (decision.type === 'responds' && !end) {
      end = rewrite ? { ...decision, text: `${decision.text}, shown from ${rewrite.url} [${rewrite.by}]` } : decision
    }
    rewrite ??= decision.rewrite
    if (decision.rewrite) shown = table.readAddress(decision.rewrite.url, host)
  }
  return { url, stages, ...(end && { end }) }
}

function redirectedTo(hop: ExplainedUrl | undefined): string | undefined {
  const location = hop?.end?.location
  return location?.startsWith('/') ? withoutHash(location) : undefined
}

export function describeRequest(explained: readonly ExplainedUrl[]): string[] {
  const lines = explained.flatMap(({ url, stages, end }) => {
    const responding = stages.findIndex(({ type }) => type === 'responds')
    const described = stages.flatMap(({ name, type, text, steps = [] }, index) => {
      const isOver = responding >= 0 && index > responding
      const verb = isOver ? `would ${type === 'passes' ? 'pass' : 'respond'}` : type
      return [`   ${name.padEnd(NAME_WIDTH)}  ${verb}: ${text}`, ...steps.map(describeStep)]
    })
    return [url, ...described, `   ends: ${end?.text ?? '404'}`]
  })
  const isEndless = explained.length > MAX_REDIRECTS && redirectedTo(explained.at(-1)) !== undefined
  return isEndless ? [...lines, `   gives up after ${MAX_REDIRECTS} redirects, as browsers do`] : lines
}

/** Explains one GET request through every redirect inside the application, up to as many as browsers follow. */
export function explainRequest(
  routing: Routing,
  app: AppContext,
  request: { readonly url: string; readonly headers: Headers },
): ExplainedUrl[] {
  const visitor = detectVisitorLocale(routing, headerOf(request))
  const languages = { ...languagesOf(routing), visitor }
  const table = compileTable(routing, locateRedirect, languages)
  const host = request.headers.get('host') ?? undefined
  const routedApp: AppContext = {
    ...app,
    servedAt: (path) => (app.files.includes(path) ? 'file' : app.servedAt(routedPath(languages, path, host))),
  }
  const explained: ExplainedUrl[] = []
  let { url } = request
  while (explained.length <= MAX_REDIRECTS) {
    const hop = explainStages({
      languages,
      table,
      app: routedApp,
      beside: routing.beside,
      url,
      headers: request.headers,
    })
    explained.push(hop)
    const target = redirectedTo(hop)
    if (target === undefined) break
    url = target
  }
  return explained
}
