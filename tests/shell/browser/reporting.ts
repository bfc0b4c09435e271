import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { pageInNewProfile } from '#tests/harness/browser.ts'
import { type Server } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { withServer } from '#tests/harness/with-server.ts'

/** Time for a report to be stored. */
export const SOON = { timeout: 30_000 }

export type Reporting = {
  server: () => Server
  /** A page in a profile of its own. Its faults are what the tests are about. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Queries the store of reports. */
  rows: (query: string, ...values: string[]) => Record<string, unknown>[]
}

/** A server whose store of reports can be read, and pages of it, for all tests of a file. */
export function withReports(): Reporting {
  const pages: Page[] = []
  const dataDir = temporaryFolder()
  const server = withServer({ env: { DATA_DIR: dataDir } })
  afterAll(async () => {
    await Promise.all(pages.map((page) => page.context().close()))
  })

  return {
    server: () => server,
    async open(path, options = {}) {
      const page = await pageInNewProfile({ baseURL: server.origin, reducedMotion: 'reduce', ...options })
      pages.push(page)
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
