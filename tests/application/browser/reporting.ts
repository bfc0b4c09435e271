import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { pageInNewProfile } from '#fairlead/testing/browser.ts'
import { type Server } from '#tests/harness/start-server.ts'
import { withServer } from '#tests/harness/with-server.ts'
import { recordFor } from '#tests/fairlead/error-reports/envelopes.ts'
import { startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'

/** Time for a report to be delivered. */
export const SOON = { timeout: 30_000 }

type Report = { id: string | undefined; message: string; side: string; tags: Readonly<Record<string, unknown>> }

export type Reporting = {
  server: () => Server
  /** A page in a profile of its own. Its faults are what the tests are about. */
  open: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** The delivered reports whose message has a text, with their tags. */
  reports: (text?: string) => Report[]
  feedback: () => { digest: string | null; message: string }[]
}

/** A server with an ingest, and pages of it, for all tests of a file. */
export function withReports(): Reporting {
  let pages: Page[] = []
  let ingest: Upstream
  const server = withServer(async () => {
    ingest = await startUpstream()
    return { env: { SENTRY_DSN: ingest.dsn } }
  })
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.context().close()))
    pages = []
  })
  afterAll(() => ingest.close())

  return {
    server: () => server,
    async open(path, options = {}) {
      const page = await pageInNewProfile({ baseURL: server.origin, reducedMotion: 'reduce', ...options })
      pages.push(page)
      await page.goto(path)
      return page
    },
    reports: (text = '') =>
      ingest.received
        .map(({ body }) => recordFor(body))
        .flatMap(({ eventId: id, report, event }) =>
          report?.message.includes(text)
            ? { id, message: report.message, side: report.side, tags: event?.tags ?? {} }
            : [],
        ),
    feedback: () =>
      ingest.received.flatMap(({ body }) =>
        recordFor(body).feedback.map(({ digest, message }) => ({ digest, message })),
      ),
  }
}
