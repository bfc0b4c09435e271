import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getReport } from '#app/error-reports/store/report-lookup.server.ts'
import { openDatabase } from '#app/error-reports/store/open-database.server.ts'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { ask } from '#tests/harness/request.ts'
import { servedFolder, startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const folder = temporaryFolder()

function send(origin: string): Promise<Response> {
  return fetch(`${origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
}

/** A copy of the built application in which a route module throws while it is loaded: they are one file once built. Bundlers name the chunk of the application as they like; it is the one that knows all server functions. */
function brokenCopy(): string {
  cpSync(join(servedFolder(), '.output'), join(folder, 'output'), { recursive: true })
  for (const file of globSync(join(builtFolder(join(folder, 'output')), 'server/chunks/*.mjs'))) {
    const code = readFileSync(file, 'utf8')
    if (code.includes('Server function info not found'))
      writeFileSync(file, `throw new Error('broken module')\n${code}`)
  }
  return join(folder, 'output/server/index.mjs')
}

describe('with a route module that is broken', () => {
  it('the application responds 500, which is reported, and the tunnel 200', async () => {
    const dataDir = join(folder, 'data')
    const server = await startServer({ args: [brokenCopy()], env: { DATA_DIR: dataDir } })
    expect((await ask('/', { origin: server.origin })).status).toBe(500)
    expect((await ask('/healthz', { origin: server.origin })).status).toBe(503)
    expect((await send(server.origin)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    const store = await openDatabase({ dataDir })
    const { id } = await store.db
      .selectFrom('reports')
      .select('id')
      .where('side', '=', 'server')
      .executeTakeFirstOrThrow()
    const found = await getReport(store, id)
    await store.db.destroy()
    expect(found?.report).toMatchObject({ kind: 'Error', message: 'broken module', level: 'fatal' })
    expect(found?.report.release).toMatch(/@/)
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
