import { expect, it } from 'vitest'
import { runSuite } from '#tests/harness/run-suites.ts'

/** Time for a suite with its builds. */
const SUITE_MS = 900_000

// An upgrade is never blocked by a patch of a package: whatever the patches do, the application works without them.
it.each(['shell-http', 'shell-browser'])(
  'the suite %s passes on builds with SKIP_UPSTREAM_PATCHES=1',
  async (project) => {
    let output = ''
    const { passed, failed, failures } = await runSuite(project, (text) => (output += text), {
      env: { SKIP_UPSTREAM_PATCHES: '1' },
      reportName: `${project}-unpatched`,
    })
    expect(failures ?? [], output.slice(-5_000)).toEqual([])
    expect(failed).toBe(0)
    expect(passed).toBeGreaterThan(50)
  },
  SUITE_MS,
)
