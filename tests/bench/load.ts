import { once } from 'node:events'
import { connect } from 'node:net'
import { exchange } from '#tests/bench/exchange.ts'
import { errorEnvelope, randomId } from '#tests/shell/error-reports/envelopes.ts'

/** Result of a load test. `p99` in milliseconds. */
export type Load = { perSecond: number; p99: number; answers: number }

const TEMPLATE_ID = randomId()

/**
 * Sends errors of the size that browsers send, each with an id of its own, from `clients` connections at once.
 *
 * @param until ends it: after so many milliseconds, or so many answers
 */
export async function sendErrors(
  origin: string,
  dsn: string,
  clients: number,
  until: { ms: number } | { answers: number },
): Promise<Load> {
  const { hostname, port, host } = new URL(origin)
  const body = errorEnvelope(TEMPLATE_ID, dsn, { extra: { padding: 'x'.repeat(1_000) } })
  const head = `POST /monitoring HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: text/plain\r\n`
  const request = `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const latencies: number[] = []
  const since = performance.now()
  const goesOn = (): boolean =>
    'ms' in until ? performance.now() - since < until.ms : latencies.length < until.answers

  const client = async (): Promise<void> => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, 'connect')
    while (goesOn()) {
      const sent = performance.now()
      const { status } = await exchange(socket, request.replaceAll(TEMPLATE_ID, randomId()))
      if (status !== 200) throw new Error(`answered ${status}`)
      latencies.push(performance.now() - sent)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - since) / 1_000
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    perSecond: Math.round(latencies.length / seconds),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    answers: latencies.length,
  }
}
