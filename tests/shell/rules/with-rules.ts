import { afterAll, beforeAll } from 'vitest'
import { withServer } from '#tests/harness/with-server.ts'
import { buildWithRules } from '#tests/shell/rules/rules-build.ts'
import { startUpstream } from '#tests/shell/rules/upstream.ts'

/** Starts the application with every kind of rule, and the other origin of its proxied rules, for the tests of a file. */
export function withRules() {
  let upstream: Awaited<ReturnType<typeof startUpstream>>
  const server = withServer(async () => ({ cwd: await buildWithRules() }))
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  afterAll(() => upstream.stop())
  return { server, upstream: () => upstream }
}
