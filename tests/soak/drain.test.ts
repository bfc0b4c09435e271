import { request } from 'node:http'
import { expect, it } from 'vitest'
import { startServer } from '#tests/harness/start-server.ts'

const PATHS = ['/', '/guide', '/guide/one', '/de/guide/two', '/start', '/item/1', '/gallery', '/forms', '/echo/a/b']

const REQUESTS = 200

/** One of so many visitors disconnects before the response. */
const LEAVES_EVERY = 7

/** Number of responses after which the server is stopped. */
const ANSWERED_BEFORE_STOP = 20

type Outcome =
  | { type: 'whole'; status: number }
  | { type: 'refused'; status: number }
  | { type: 'not-accepted' }
  | { type: 'left' }
  | { type: 'cut'; reason: string }

/** Asks for one page and says what became of it. `leaves`: closes the connection as soon as the request is sent. */
function visit(origin: string, path: string, leaves: boolean): Promise<Outcome> {
  return new Promise((resolve) => {
    let connected = false
    const outgoing = request(`${origin}${path}`, { agent: false }, (incoming) => {
      const { statusCode: status = 0 } = incoming
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', ({ message }) => resolve({ type: 'cut', reason: `in the answer: ${message}` }))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (status === 503) resolve({ type: 'refused', status })
        else if (/<\/html>\s*$/.test(text)) resolve({ type: 'whole', status })
        else resolve({ type: 'cut', reason: `${status}, ends with ${JSON.stringify(text.slice(-60))}` })
      })
    })
    outgoing.on('socket', (socket) => socket.once('connect', () => (connected = true)))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (leaves) resolve({ type: 'left' })
      else if (!connected || error.code === 'ECONNREFUSED') resolve({ type: 'not-accepted' })
      else resolve({ type: 'cut', reason: String(error.code) })
    })
    if (leaves) outgoing.on('finish', () => outgoing.destroy(new Error('left')))
    outgoing.end()
  })
}

it(`a server stops amid ${REQUESTS} concurrent requests without losing a response`, async () => {
  const server = await startServer()
  let answered = 0
  const visits = Array.from({ length: REQUESTS }, async (_, index) => {
    const path = PATHS[index % PATHS.length] ?? '/'
    const outcome = await visit(server.origin, path, index % LEAVES_EVERY === 0)
    if (outcome.type === 'whole' && ++answered === ANSWERED_BEFORE_STOP) server.process.kill('SIGTERM')
    return outcome
  })
  const outcomes = await Promise.all(visits)
  expect(await server.exit).toBe(0)

  const tally = Object.groupBy(outcomes, ({ type }) => type)
  console.log(
    Object.entries(tally)
      .map(([type, all]) => `${all.length} ${type}`)
      .join(', '),
  )
  expect(tally.cut ?? []).toEqual([])
  const statuses = outcomes.flatMap((outcome) => (outcome.type === 'whole' ? [outcome.status] : []))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(tally.left?.length).toBeGreaterThan(0)
  expect(answered).toBeGreaterThanOrEqual(ANSWERED_BEFORE_STOP)
})

it('a server responds to the next visitor after hundreds that disconnected', async () => {
  const server = await startServer()
  const outcomes = await Promise.all(
    Array.from({ length: REQUESTS }, (_, index) => visit(server.origin, PATHS[index % PATHS.length] ?? '/', true)),
  )
  expect(outcomes.every(({ type }) => type === 'left' || type === 'whole')).toBe(true)
  expect(await visit(server.origin, '/', false)).toEqual({ type: 'whole', status: 200 })
  expect(server.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  expect(await server.stop()).toBe(0)
})
