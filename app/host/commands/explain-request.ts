import { languagesOf, routedPath } from '#app/navigation/locale/locale-url.ts'
import type { Step, AppContext } from '#app/navigation/routing-table/explain/explain.ts'
import { compileTable } from '#app/navigation/routing-table/match/compile-table.ts'
import { MAX_REDIRECTS, locateRedirect } from '#app/navigation/routing-table/match/resolve.ts'
import { splitUrl } from '#app/navigation/routing-table/match/url.ts'
import { precompileTable } from '#app/navigation/routing-table/parse/precompile.ts'
import type { Routing } from '#app/navigation/routing-table/routing-types.ts'
import { type Decision, detectVisitorLocale, type ExplainedRequest, headerOf, STAGES } from '#app/server/stages.ts'

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

/** Describes every stage that one URL meets, also those after the one that responds. */
function explainStages(request: Omit<ExplainedRequest, 'shown'>): { lines: string[]; location: string | undefined } {
  const { languages, table, url } = request
  const host = request.headers.get('host') ?? undefined
  const lines: string[] = []
  const { path } = splitUrl(url)
  let shown = table.readAddress(routedPath(languages, path, host) + url.slice(path.length), host)
  let rewrite: Decision['rewrite']
  let end: Decision | undefined
  for (const { name, explain } of STAGES) {
    const decision = explain({ ...request, shown })
    const verb = end ? `would ${decision.type === 'passes' ? 'pass' : 'respond'}` : decision.type
    lines.push(`   ${name.padEnd(NAME_WIDTH)}  ${verb}: ${decision.text}`, ...(decision.steps ?? []).map(describeStep))
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
 * Describes the way of one GET request: what each stage of the pipeline does and each rule of the table, through every
 * redirect inside the application.
 */
export function explainRequest(
  routing: Routing,
  app: AppContext,
  request: { readonly url: string; readonly headers: Headers },
): string[] {
  const visitor = detectVisitorLocale(routing, headerOf(request))
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
