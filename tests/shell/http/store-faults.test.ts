import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

let dataDir = ''
let server: Server | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-fault-'))
})
afterEach(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each([
  ['corrupt', (file: string) => writeFileSync(file, 'no database '.repeat(2_000))],
  ['misplaced', (file: string) => mkdirSync(file)],
] as const)('a store that is %s', (fault, spoil) => {
  it('is named by /healthz and the log, and pages go on', async () => {
    const file = join(dataDir, 'reports.db')
    spoil(file)
    const running = await startServer({ env: { DATA_DIR: dataDir } })
    server = running
    const health = () => fetch(`${running.origin}/healthz`)
    await expect.poll(async () => (await health()).text()).toContain(`degraded: `)
    expect((await health()).status).toBe(200)
    expect((await fetch(`${running.origin}/`)).status).toBe(200)
    const sent = await fetch(`${running.origin}/monitoring`, { method: 'POST', body: errorEnvelope() })
    expect(sent.status).toBe(503)
    const lines = running.log.filter((line) => line.includes(`"fault":"${fault}"`))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(file)
    expect(running.log.filter((line) => /"msg":"failed"|not stored/.test(line))).toEqual([])
  })
})
