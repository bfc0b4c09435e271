import { waitingCalls } from '#fairlead/jobs/queue.server.ts'
import { checkOperatorToken } from '#fairlead/platform/http/operator-token.server.ts'
import { refuse, refuseRate } from '#fairlead/server/http/limit-request.server.ts'
import type { Middleware } from '#fairlead/server/middleware.ts'
import type { Part } from '#fairlead/server/part.ts'
import { COUNTERS, readCounters, seriesOf } from '#fairlead/platform/counters.server.ts'

async function writeMetrics(parts: readonly Part[]): Promise<string> {
  const jobs = async () => Object.fromEntries((await waitingCalls()).map((call) => [`job ${call.job}`, call.count]))
  // A queue whose database is unavailable has no metric.
  const lengths = await Promise.all(
    [jobs, ...parts.flatMap(({ queueLengths }) => queueLengths ?? [])].map(async (read) =>
      Object.entries(await read().catch(() => ({}))),
    ),
  )
  const queues = lengths.flat().map(([queue, length]) => [seriesOf('queue_length', { queue }), length] as const)
  const series = [...(await readCounters()), ...queues]
  const metrics = [
    ...Object.entries(COUNTERS).map(([name, help]) => [name, help, 'counter'] as const),
    ['queue_length', 'Calls of a job, or reports, that wait.', 'gauge'] as const,
  ]
  const lines = metrics.flatMap(([name, help, type]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...series.filter(([each]) => each.startsWith(`${name}{`)).map(([each, value]) => `${each} ${value}`),
  ])
  return `${lines.join('\n')}\n`
}

/**
 * Creates the middleware that responds at `/metrics` to `Authorization: Bearer <OPERATOR_TOKEN>`. Without that header
 * the path belongs to the application.
 */
export function createMetrics(parts: readonly Part[]): Middleware {
  async function respond(client: string, sent: string): Promise<Response> {
    const checked = await checkOperatorToken(client, sent)
    if (checked.type === 'wrong') return refuse(401, 'Unauthorized', { 'www-authenticate': 'Bearer' })
    const refusal = refuseRate(checked)
    if (refusal) return refusal
    return new Response(await writeMetrics(parts), {
      headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; version=0.0.4' },
    })
  }
  return ({ request, pathname, client }, next) => {
    if (pathname !== '/metrics') return next()
    const [, sent] = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    return sent === undefined ? next() : respond(client.key, sent)
  }
}
