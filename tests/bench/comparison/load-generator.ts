// Asks one address from so many connections for so long, and prints what came of it as a line of JSON. A program of its
// own, so that it can be held to a core: `node load-generator.ts <address> <connections> <ms or count> <which>`.
import { once } from 'node:events'
import { connect } from 'node:net'
import { exchange } from '#tests/bench/exchange.ts'

const [address = '', connections = '1', limit = '1000', kind = 'ms'] = process.argv.slice(2)
const { hostname, port, host, pathname, search } = new URL(address)
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nUser-Agent: Mozilla/5.0 Chrome/150.0.0.0\r\n\r\n`

const latencies: number[] = []
let bytes = 0
let failed = 0
const since = performance.now()
const goesOn = () =>
  kind === 'ms' ? performance.now() - since < Number(limit) : latencies.length + failed < Number(limit)

async function client(): Promise<void> {
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  while (goesOn()) {
    const sent = performance.now()
    const answer = await exchange(socket, request)
    if (answer.status !== 200) failed += 1
    bytes = answer.bytes
    latencies.push(performance.now() - sent)
  }
  socket.destroy()
}

await Promise.all(Array.from({ length: Number(connections) }, client))
const seconds = (performance.now() - since) / 1_000
const sorted = Float64Array.from(latencies).toSorted()
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
const busy = process.cpuUsage()
console.log(
  JSON.stringify({
    requests: latencies.length,
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    bytes,
    failed,
    // Load of this program: near 1, the result is its own limit rather than the server's.
    busy: (busy.user + busy.system) / 1e6 / seconds,
  }),
)
