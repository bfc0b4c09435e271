import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { startServer } from '#tests/harness/start-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairlead-disk-'))
// Only root may mount; elsewhere there is no small disk to fill.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]).status === 0

it.skipIf(!mounted)('a full disk gives 503, and free space 200 again', async () => {
  const server = await startServer({ env: { DATA_DIR: join(folder, 'data') } })
  try {
    const send = async () => {
      const body = errorEnvelope(undefined, undefined, { extra: { filler: 'x'.repeat(20_000) } })
      const response = await fetch(`${server.origin}/monitoring`, { method: 'POST', body })
      await response.arrayBuffer()
      return response
    }
    expect((await send()).status).toBe(200)
    const { bavail, bsize } = statfsSync(folder)
    const ballast = join(folder, 'ballast')
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4_000_000))

    let refused: Response | undefined
    for (let count = 0; count < 2_000 && !refused; count++) {
      const response = await send()
      if (response.status !== 200) refused = response
    }
    expect(refused?.status).toBe(503)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send()).status).toBe(503)
    const health = await fetch(`${server.origin}/healthz`)
    expect(health.status).toBe(200)
    expect(await health.text()).toContain('degraded: the store of reports is full')
    expect(server.log.filter((line) => line.includes('"fault":"full"'))).toHaveLength(1)

    rmSync(ballast)
    // Without a report that is sent: the counts of what was refused are written.
    await expect.poll(async () => (await fetch(`${server.origin}/healthz`)).text(), { timeout: 10_000 }).toBe('ok\n')
    expect((await send()).status).toBe(200)
  } finally {
    await server.stop()
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
  }
})
