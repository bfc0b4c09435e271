import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import { getServerFnById } from '#tanstack-start-server-fn-resolver'
import { tsrStartManifest } from 'tanstack-start-manifest:v'
import { callHost } from '#app/call-host.server.ts'
import { createClientReader } from '#app/client.server.ts'
import { openKeptDoor } from '#app/documents/door.server.ts'
import { readEnv } from '#app/env.server.ts'
import { refuseStranger, takeCall } from '#app/errors/calls/guard.server.ts'
import { joinConsoleToLog } from '#app/errors/console.server.ts'
import { answerServerFunction, answerVisit, protectDocumentsBy } from '#app/errors/door.server.ts'
import { answerFeedbackSent } from '#app/errors/feedback-sent.server.ts'
import { keepFeedbackBy } from '#app/errors/feedback.server.ts'
import { reportFailuresTo } from '#app/errors/record.server.ts'
import { streamPage } from '#app/errors/stream-handler.server.tsx'
import { answerGoneForm, DRAFT_COOKIE, isPlainForm } from '#app/forms/come-back.server.ts'
import { listPages } from '#app/handbook/content.server.ts'
import { log } from '#app/log.server.ts'
import { answerDesk, deskDoorOf, refuseCall } from '#app/monitoring/reports/door.server.ts'
import { SESSION } from '#app/monitoring/reports/limits.ts'
import { report, storeFeedback } from '#app/monitoring/report.server.ts'
import { goOnWithTrace, requestContext, traceHeader } from '#app/monitoring/trace.server.ts'
import { buildOf } from '#app/navigation/loading/build.ts'
import { answerIfGone, describeAnswer, seeOther } from '#app/navigation/loading/server-functions.server.ts'
import { answerAbsent, answerLanguage, answerSearchEngine } from '#app/navigation/locale/door.server.ts'
import { defaultLocale } from '#app/navigation/locale/locale.ts'
import { pagesWithoutParams } from '#app/navigation/locale/pages.ts'
import { readOrigin } from '#app/navigation/locale/visitor.ts'
import { allowsMethod } from '#app/navigation/methods.ts'
import { normalizedPath } from '#app/navigation/normalized-path.server.ts'
import { answerSpelling, followRules, type Host } from '#app/navigation/rules/door.server.ts'
import { servePublicFile } from '#app/navigation/rules/public-file.server.ts'
import { matchEncoded } from '#app/navigation/rules/served.ts'
import { getRouter } from '#app/router.tsx'
import { documentPolicy } from '#app/security-headers.server.ts'

const handle = createStartHandler(streamPage)

keepFeedbackBy(storeFeedback)
if (import.meta.env.PROD) {
  joinConsoleToLog()
  protectDocumentsBy((nonce) => documentPolicy(nonce, readEnv()))
}

/** A router that loads nothing: it is asked which route an address has. No host: it knows routes, not domains. */
const map = getRouter('')

/** The params of the route that an address has. */
function paramsOf({ url }: Request): Record<string, string> {
  const [, params] = matchEncoded(map, normalizedPath(new URL(url).pathname))
  return Object.fromEntries(
    Object.entries(params as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  )
}

reportFailuresTo((thrown, { request, ...context }) =>
  report(thrown, { ...(request && { ...requestContext(request), params: paramsOf(request) }), ...context }),
)

const calls = callHost(readEnv())

const host: Host = {
  serveFile: servePublicFile,
  clientOf: createClientReader(readEnv()),
  ownCookies: [SESSION.cookie, DRAFT_COOKIE],
  onProxyFailure: (target, status, reason) => log.warn({ target, status, reason }, 'another origin did not answer'),
}

/** Every page that search engines may list: all but the operator's. */
function pages(): string[] {
  const handbook = listPages(defaultLocale).map(({ slug }) => (slug ? `/handbook/${slug}` : '/handbook'))
  const open = pagesWithoutParams(map).filter((path) => deskDoorOf(map, path) === undefined)
  return [...open, ...handbook]
}

/** Answers what the server reserves, where no rule stands over it. */
function answerReserved(request: Request, pathname: string): Response | Promise<Response> | undefined {
  return (
    answerFeedbackSent(request, pathname) ?? answerSearchEngine(pathname, readOrigin(), pages) ?? answerAbsent(pathname)
  )
}

function refuseMethod(pathname: string, method: string): Response | undefined {
  const decision = allowsMethod(map, pathname, method)
  if (decision.type === 'allowed') return undefined
  return new Response('Method Not Allowed\n', { status: 405, headers: { allow: decision.allow } })
}

const entryScript = tsrStartManifest().routes.__root__?.scripts?.[0]?.attrs?.src
const build = buildOf(entryScript ?? '')

/** A call of a server function: what there is to say of every answer, and of a function that is gone. */
async function answerCall(request: Request, pathname: string, options: Parameters<typeof handle>[1]) {
  let found: unknown = {}
  const find = async (id: string) => (found = await getServerFnById(id, { origin: 'client' }))
  const client = calls.clientOf(request)
  const gone = async () => {
    const answer = await answerIfGone(pathname, find)
    return answer && isPlainForm(request) ? answerGoneForm(request, await takeCall(request, calls), client) : answer
  }
  const refused = refuseStranger(request, calls) ?? (await gone()) ?? (await refuseCall(request, found))
  const call = refused ?? (await takeCall(request, calls))
  const answer = call instanceof Response ? call : answerServerFunction(call, client, async () => handle(call, options))
  return describeAnswer(seeOther(request, await answer), build)
}

/** In development every page is made anew. */
const answerForEveryone = import.meta.env.PROD
  ? openKeptDoor(map, {
      session: SESSION.cookie,
      make: async (request, asked) => {
        goOnWithTrace(asked, request)
        return handle(request)
      },
    })
  : () => undefined

/** A page goes on with the trace of its request, unless it is everyone's. */
async function answerPage(...call: Parameters<typeof handle>): Promise<Response> {
  const [request] = call
  const kept = await answerForEveryone(request)
  if (kept) return kept
  const response = await answerVisit(request, async () => handle(...call))
  if (response.headers.get('content-type')?.startsWith('text/html')) response.headers.append(...traceHeader(request))
  return response
}

export default createServerEntry({
  fetch: (request, options) => {
    // Every guard below compares this form, whatever escapes the path was written with.
    const pathname = normalizedPath(new URL(request.url).pathname)
    if (pathname.startsWith('/_serverFn/')) return answerCall(request, pathname, options)
    const show = (asked: Request) => answerPage(asked, options)
    const answer = (address: string) => {
      const shown = normalizedPath(address)
      const door = deskDoorOf(map, shown)
      if (door === 'session' && request.method === 'POST') return answerDesk(request, door, show)
      return (
        refuseMethod(shown, request.method) ??
        answerReserved(request, shown) ??
        (door ? answerDesk(request, door, show) : show(request))
      )
    }
    return answerSpelling(request) ?? answerLanguage(request, pathname) ?? followRules(request, map, answer, host)
  },
})
