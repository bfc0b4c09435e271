import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorEnvelope } from '#tests/shell/error-reports/envelopes.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { SPOILED } from '#tests/shell/database/spoiled-files.ts'
import { startForTest } from '#tests/harness/with-server.ts'

describe.each(SPOILED)('a store that is %s', (fault, spoil) => {
  it('is named by /healthz and the log, and pages go on', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'reports.db')
    spoil(file)
    const running = await startForTest({ env: { DATA_DIR: dataDir } })
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
