import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtFolder, copyOutput } from '#tests/harness/built-folder.ts'
import { errorEnvelope, randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { startUpstream } from '#tests/fairlead/error-reports/upstream.ts'
import { ask } from '#tests/harness/request.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder()

function send(origin: string, dsn?: string): Promise<Response> {
  return fetch(`${origin}/monitoring`, { method: 'POST', body: errorEnvelope(randomId(), dsn) })
}

/** A copy of the built application in which a route module throws while it is loaded: they are one file once built. Bundlers name the chunk of the application as they like; it is the one that knows all server functions. */
function brokenCopy(): string {
  copyOutput(join(folder, 'output'))
  for (const file of globSync(join(builtFolder(join(folder, 'output')), 'server/chunks/*.mjs'))) {
    const code = readFileSync(file, 'utf8')
    if (code.includes('Server function info not found'))
      writeFileSync(file, `throw new Error('broken module')\n${code}`)
  }
  return join(folder, 'output/server/index.mjs')
}

describe('with a route module that is broken', () => {
  it('the application responds 500, which is reported, and the tunnel 200', async () => {
    const ingest = await startUpstream()
    const server = await startServer({ args: [brokenCopy()], env: { SENTRY_DSN: ingest.dsn } })
    expect((await ask('/', { origin: server.origin })).status).toBe(500)
    expect((await ask('/healthz', { origin: server.origin })).status).toBe(503)
    expect((await send(server.origin, ingest.dsn)).status).toBe(200)
    await expect.poll(() => ingest.received.length).toBe(2)
    expect(await server.stop()).toBe(0)
    await ingest.close()
    const events = ingest.received.map(({ body }) => JSON.parse(body.split('\n')[2] ?? '') as Record<string, unknown>)
    expect(events.find(({ platform }) => platform === 'node')).toMatchObject({
      exception: { values: [{ type: 'Error', value: 'broken module' }] },
      level: 'fatal',
      release: expect.stringContaining('@') as string,
    })
  })
})

it('processes that start at once on one new SQLite file all open it', async () => {
  const env = { DATA_DIR: join(folder, 'shared') }
  const servers = await Promise.all(Array.from({ length: 4 }, () => startServer({ env })))
  const answers = await Promise.all(servers.map(({ origin }) => send(origin)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const server of servers) {
    expect(await server.stop()).toBe(0)
    expect(server.log.filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([])
  }
})
