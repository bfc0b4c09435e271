import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { captureException } from '#app/error-reports/capture-exception.server.ts'
import { reportText, terminalText, undeliveredText } from '#app/report-desk/cli.server.ts'
import { createMonitoring, type Monitoring } from '#app/error-reports/monitoring.server.ts'
import { getReport } from '#app/error-reports/store/report-lookup.server.ts'
import { getReportStore } from '#app/error-reports/store/report-store.server.ts'
import { temporaryStore } from '#tests/shell/error-reports/store/stores.ts'
import { testEnv } from '#tests/harness/test-env.ts'

let monitoring: Monitoring
const requireStore = () => {
  const reports = getReportStore()
  if (!reports) throw new Error('no store')
  return reports.store()
}
let remove: () => Promise<void>

beforeEach(async () => {
  const { dataDir, remove: removeFolder } = await temporaryStore()
  monitoring = createMonitoring(testEnv({ DATA_DIR: dataDir }))
  await monitoring.opened(5_000)
  remove = async () => {
    await monitoring.close()
    await removeFolder()
  }
})
afterEach(() => remove())

describe('a report on a terminal', () => {
  it('has its facts and its stack, innermost first', async () => {
    const { id, stored } = captureException(new Error('outer', { cause: new Error('inner') }), { digest: 'ABC' })
    await stored
    const found = await getReport(requireStore(), id)
    const text = found ? reportText(found, () => undefined) : ''
    expect(text).toMatch(/^Error: outer\n\nReport    [\da-f]{32}\nDigest    ABC\n/)
    expect(text).toMatch(/\nError: outer\n    at .*format-report\.test\.ts[^]*\nCaused by Error: inner\n    at /)
  })

  it('obeys no sign that came from outside', () => {
    expect(terminalText('a\u001b[31mb\u0007\u009b1m\u202ec\td\ne')).toBe('a\ufffd[31mb\ufffd\ufffd1m\ufffdc\td\ne')
  })

  it('lists what waits, and why', () => {
    const row = {
      envelope: 7,
      event_id: null,
      kind: 'span',
      received_at: 1_000,
      size: 5,
      report: null,
      message: null,
    } as const
    const waiting = {
      ...row,
      state: 'waiting',
      attempts: 2,
      next_at: 0,
      status: 503,
      reason: 'answered 503',
      answered_at: 0,
    } as const
    expect(undeliveredText([waiting], 61_000)).toBe(
      '#7  span  60 s old  2 tried  next at 1970-01-01T00:00:00.000Z  answered 503\n',
    )
    expect(undeliveredText([], 0)).toBe('No reports are waiting and none have failed.\n')
  })
})
