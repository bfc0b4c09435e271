import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { randomId } from '#tests/fairlead/error-reports/envelopes.ts'
import { answerWith } from '#tests/fairlead/error-reports/upstream.ts'
import { servedFolder, testEnvironment } from '#tests/harness/start-server.ts'
import { withDelivery } from '#tests/fairlead/error-reports/with-delivery.ts'

const { upstream, dataDir, start, send } = withDelivery()

function reports(...args: string[]) {
  const env = testEnvironment(dataDir())
  return spawnSync(process.execPath, ['app/fairlead/cli/cli.ts', 'reports', ...args], {
    cwd: servedFolder(),
    env,
    encoding: 'utf8',
  })
}

describe('npm run reports', () => {
  it('lists what was not delivered, and prints a report with the ingest’s reason', async () => {
    upstream().behave(answerWith(413, { 'x-sentry-error': 'envelope exceeded size limits' }))
    const { origin } = await start()
    const id = randomId()
    await send(origin, id)
    await expect.poll(() => upstream().received.length).toBe(1)
    await expect.poll(() => reports('--undelivered').stdout).toContain('failed')
    expect(reports('--undelivered').stdout).toContain(id)
    expect(reports(id).stdout).toContain('Delivery  failed: envelope exceeded size limits')
  })
})
