import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMonitoring, type Monitoring } from '#fairlead/error-reports/monitoring.server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { testEnv } from '#tests/harness/test-env.ts'

const DELAY_MS = 60_000

let folder: string
let monitoring: Monitoring

beforeEach(() => {
  folder = join(temporaryFolder(), 'of-its-own')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  monitoring = createMonitoring(testEnv({ DATA_DIR: folder }), { delayMs: DELAY_MS })
})
afterEach(async () => {
  vi.useRealTimers()
  await monitoring.close()
})

const isOpen = () => existsSync(join(folder, 'reports.db'))

it('the store is opened after the delay, so that the first pages come before it', async () => {
  await vi.advanceTimersByTimeAsync(DELAY_MS - 1)
  expect(isOpen()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  // Its code is loaded with it.
  await vi.dynamicImportSettled()
  expect(isOpen()).toBe(true)
})

it('the store is opened at once for who waits for it', async () => {
  expect(await monitoring.opened(5_000)).toBe(true)
  expect(isOpen()).toBe(true)
})
