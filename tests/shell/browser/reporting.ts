import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchOptions } from '#tests/harness/chromium.ts'
import { startServer, type Server } from '#tests/harness/start-server.ts'

/** Time for a report to be stored. */
export const SOON = { timeout: 15_000 }

export type Reporting = {
  server: () => Server
  /** A page in a profile of its own. Its faults are what the tests are about. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Queries the store of reports. */
  rows: (query: string, ...values: string[]) => Record<string, unknown>[]
}

/** A server whose store of reports can be read, and a browser, for all tests of a file. */
export function withReports(): Reporting {
  let browser: Browser
  let server: Server
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fairlead-errors-'))
    server = await startServer({ env: { DATA_DIR: dataDir } })
    browser = await chromium.launch(launchOptions())
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    server: () => server,
    async open(path, options = {}) {
      const context = await browser.newContext({
        baseURL: server.origin,
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      await page.goto(path)
      return page
    },
    rows(query, ...values) {
      const store = new DatabaseSync(join(dataDir, 'reports.db'), { readOnly: true })
      try {
        return store.prepare(query).all(...values)
      } finally {
        store.close()
      }
    },
  }
}
