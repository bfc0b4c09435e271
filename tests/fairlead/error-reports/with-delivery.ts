import { afterEach, beforeEach } from 'vitest'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { startForTest } from '#tests/harness/with-server.ts'
import { errorEnvelope } from '#tests/fairlead/error-reports/envelopes.ts'
import { startUpstream, type Upstream } from '#tests/fairlead/error-reports/upstream.ts'

/** Starts an ingest for each test of a file, and returns functions that start a server which delivers to it. */
export function withDelivery() {
  let upstream: Upstream
  let dataDir = ''
  beforeEach(async () => {
    upstream = await startUpstream()
    dataDir = temporaryFolder()
  })
  afterEach(() => upstream.close())
  return {
    upstream: () => upstream,
    dataDir: () => dataDir,
    start: () => startForTest({ env: { SENTRY_DSN: upstream.dsn, DATA_DIR: dataDir } }),
    /** Sends an error to a server, and returns the status. */
    send: async (origin: string, id: string, headers: Record<string, string> = {}): Promise<number> => {
      const body = errorEnvelope(id, upstream.dsn)
      return (await fetch(`${origin}/monitoring`, { method: 'POST', body, headers })).status
    },
  }
}
