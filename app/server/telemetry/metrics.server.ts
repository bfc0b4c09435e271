import { waitingCalls } from '#app/jobs/queue.server.ts'
import { readEnv } from '#app/server/env.server.ts'
import { isToken } from '#app/server/http/is-token.ts'
import { createSharedBuckets } from '#app/server/http/shared-buckets.server.ts'
import type { Middleware } from '#app/server/middleware.ts'
import type { Part } from '#app/server/part.ts'
import { createTotals } from '#app/server/telemetry/totals.ts'
import { shareObject } from '#app/server/shared-object.server.ts'

/** Counters, which grow from the start of the server on. */
const COUNTERS = {
  http_requests_total: 'Responses by the stage that made them and by status.',
  server_function_calls_total: 'Calls of server functions by browsers; prefetches apart.',
  page_cache_total: 'Requests for cached pages by what the cache had.',
  data_cache_total: 'Calls of cached functions by what the cache had.',
} as const

const GAUGES = { queue_length: 'What waits in a queue.' } as const

type Labels = Readonly<Record<string, string | number>>

/** Names a series as Prometheus writes it: `name{label="value"}`. */
function seriesOf(name: string, labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(String(value))}`)
  return `${name}{${pairs.join(',')}}`
}

/** How long counts wait for others before they are added to the totals. */
const FLUSH_MS = 1_000

const totals = shareObject('metrics', createTotals())
let counts = new Map<string, number>()
let timer: NodeJS.Timeout | undefined

async function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const flushed = counts
  counts = new Map()
  await totals.add(flushed)
}

/** Adds one to a counter. The labels have few values, none of which a visitor sends. */
export function count(name: keyof typeof COUNTERS, labels: Labels): void {
  const series = seriesOf(name, labels)
  counts.set(series, (counts.get(series) ?? 0) + 1)
  // A primary process of an older build has no totals.
  timer ??= setTimeout(() => void flush().catch(() => {}), FLUSH_MS).unref()
}

/** Writes the metrics of all workers in Prometheus's text format. Other workers' last second is missing. */
async function writeMetrics(parts: readonly Part[]): Promise<string> {
  await flush()
  const jobs = async () => Object.fromEntries((await waitingCalls()).map((call) => [call.job, call.count]))
  // A queue whose database is unavailable is left out.
  const lengths = await Promise.all(
    [jobs, ...parts.flatMap(({ queueLengths }) => queueLengths ?? [])].map(async (read) =>
      Object.entries(await read().catch(() => ({}))),
    ),
  )
  const queues = lengths.flat().map(([queue, length]) => [seriesOf('queue_length', { queue }), length] as const)
  const series = [...(await totals.read()), ...queues]
  const write =
    (type: string) =>
    ([name, help]: [string, string]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...series.filter(([each]) => each.startsWith(`${name}{`)).map(([each, value]) => `${each} ${value}`),
    ]
  const lines = [
    ...Object.entries(COUNTERS).flatMap(write('counter')),
    ...Object.entries(GAUGES).flatMap(write('gauge')),
  ]
  return `${lines.join('\n')}\n`
}

/** Wrong tokens of a client. */
const attempts = createSharedBuckets('metrics', { perSecond: 0.1, burst: 5 }, 10_000)

/**
 * Returns the middleware that responds at `/metrics` to a request with `Authorization: Bearer <OPERATOR_TOKEN>`. Without
 * that header the path is the application's.
 */
export function createMetrics(parts: readonly Part[]): Middleware {
  async function respond(client: string, sent: string): Promise<Response> {
    const headers = { 'cache-control': 'no-store' }
    const { OPERATOR_TOKEN: token } = readEnv()
    const attempt = await attempts.take(client, Date.now())
    if (attempt.type === 'refused') {
      const wait = { ...headers, 'retry-after': String(attempt.retryAfterSeconds) }
      return new Response('Too Many Requests\n', { status: 429, headers: wait })
    }
    if (token === undefined || !isToken(sent, token)) {
      return new Response('Unauthorized\n', { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' } })
    }
    await attempts.charge(client, Date.now(), -1)
    return new Response(await writeMetrics(parts), {
      headers: { ...headers, 'content-type': 'text/plain; version=0.0.4' },
    })
  }
  return ({ request, pathname, client }, next) => {
    if (pathname !== '/metrics') return next()
    const [, sent] = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    return sent === undefined ? next() : respond(client.key, sent)
  }
}
