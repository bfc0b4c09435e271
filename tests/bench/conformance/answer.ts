import { parseSearch } from '#fairlead/navigation/search-params.ts'
import { type Raw, send } from '#tests/bench/conformance/ask.ts'
import type { OracleRequest } from '#tests/bench/conformance/requests.ts'
import { decodeEntities } from '#tests/harness/html.ts'

/** The page that responded: its URL as its file names it, the segments of its catch-all or param, query and language. */
export type Reached = {
  readonly page: string
  readonly params: readonly string[]
  /** Undefined where a page does not show it. */
  readonly search?: string
  readonly locale: string
}

/** The compared parts of a response. */
export type Answer = {
  readonly status: number
  readonly location?: string
  readonly refresh?: string
  /** The page, the file, or the request to another origin. Undefined where none was reached. */
  readonly reached?: Reached | string
}

/** The request that the upstream of the tests got, from either. */
function fromUpstream({ headers, text }: Raw): string | undefined {
  return headers['x-upstream'] ? `upstream ${text}` : undefined
}

function sortedSearch(search: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Values as the router reads them: `1` is a number to it, and the query is what is compared, not its reading. */
function asRouterReads(query: Record<string, string | string[]>): Record<string, unknown> {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return parseSearch(new URLSearchParams(pairs).toString())
}

/** A query is the same when names and values are, in whatever order and spelling: `a+b` is `a%20b`, `?x` is `?x=`. */
export function readLocation(location = ''): unknown {
  const { origin, pathname, searchParams, hash } = new URL(location, 'http://here')
  searchParams.sort()
  return [origin, pathname, [...searchParams], hash]
}

function readReached(reached: Answer['reached']): unknown {
  if (typeof reached !== 'object') {
    const [, requested, host] = /^upstream (.+) for (\S+)$/.exec(reached ?? '') ?? []
    return requested === undefined ? reached : [readLocation(requested), host]
  }
  const { page, params, search, locale } = reached
  return [page, page.startsWith('/lab/docs') ? params.join('/') : params, search, locale]
}

export function isSame(a: Answer, b: Answer): boolean {
  const comparable = ({ status, location, refresh, reached }: Answer) =>
    JSON.stringify([status, readLocation(location), readLocation(refresh?.replace('0;url=', '')), readReached(reached)])
  return comparable(a) === comparable(b)
}

function answerFrom(raw: Raw, reached: (raw: Raw) => Reached | string | undefined): Answer {
  const { location, refresh } = raw.headers
  const page = raw.status === 200 || raw.headers['x-upstream'] ? (fromUpstream(raw) ?? reached(raw)) : undefined
  return {
    status: raw.status,
    ...(typeof location === 'string' && { location }),
    ...(typeof refresh === 'string' && { refresh }),
    ...(page !== undefined && { reached: page }),
  }
}

const isFile = ({ headers }: Raw) => String(headers['content-type']).startsWith('image/svg')

/** The peer's pages have their request in a header. */
export async function askPeer(origin: string, wanted: OracleRequest): Promise<Answer> {
  return answerFrom(await send(wanted.url, origin, wanted.headers), (raw) => {
    if (isFile(raw)) return 'file'
    const said = raw.headers['x-reached']
    if (typeof said !== 'string') return undefined
    const { page, params, search, locale } = JSON.parse(decodeURIComponent(said)) as {
      page: string
      params: string[]
      search: Record<string, string | string[]>
      locale: string
    }
    return { page, params, locale, ...(page === '/lab/echo' && { search: sortedSearch(asRouterReads(search)) }) }
  })
}

/** Ours show it: the lab's echo page, its three documents, and pages that only are themselves. */
export async function askOurs(origin: string, wanted: OracleRequest): Promise<Answer> {
  return answerFrom(await send(wanted.url, origin, wanted.headers), (raw) => {
    if (isFile(raw)) return 'file'
    const shown = (id: string) => {
      const text = new RegExp(`data-testid="${id}"[^>]*>([^<]*)<`).exec(raw.text)?.[1]
      return text === undefined ? undefined : decodeEntities(text)
    }
    const locale = /<html lang="([^"]+)"/.exec(raw.text)?.[1] ?? ''
    const echo = shown('echo')
    if (echo !== undefined) {
      const { path = [], search } = JSON.parse(echo) as { path?: string[]; search: Record<string, unknown> }
      return { page: '/lab/echo', params: path, search: sortedSearch(search), locale }
    }
    const route = shown('route')
    if (route !== undefined) {
      const { _splat, author } = JSON.parse(shown('params') ?? '{}') as { _splat?: string; author?: string }
      return { page: route, params: author === undefined ? (_splat?.split('/') ?? []) : [author], locale }
    }
    // Two pages that print nothing of themselves: the list of matched routes, sent along, names them.
    const isAt = (id: string) => raw.text.includes(`i:"#{-$locale}#${id}#`)
    return isAt('lab#') ? { page: '/lab', params: [], locale } : isAt('') ? { page: '/', params: [], locale } : 'a page'
  })
}
