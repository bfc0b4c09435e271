import { expect, it } from 'vitest'
import { runSuite } from '#tests/harness/run-suites.ts'

/** Time for a suite with its builds. */
const SUITE_MS = 900_000

/**
 * The tests of what the patches are part of: the state of documents, server functions, React on the server. All others run on
 * such builds too: `UNPATCHED=1 npm test -- tests/application`.
 */
const PATCHED = {
  'shell-http':
    'cached-pages errors failing-calls pages plain-forms server-fn-requests server-functions sessions streamed',
  'shell-browser': 'forms hydrating mutations navigation prefetch streamed',
} as const

// An upgrade is never blocked by a patch of a package: whatever the patches do, the application works without them.
it.each(['shell-http', 'shell-browser'] as const)(
  'the suite %s passes on builds that leave packages as they are',
  async (project) => {
    let output = ''
    const folder = project.replace('shell-', 'application/')
    const { passed, failed, failures } = await runSuite(project, (text) => (output += text), {
      filters: PATCHED[project].split(' ').map((name) => `tests/${folder}/${name}.test.ts`),
      env: { UNPATCHED: '1' },
      reportName: `${project}-unpatched`,
    })
    expect(failures ?? [], output.slice(-5_000)).toEqual([])
    expect(failed).toBe(0)
    expect(passed).toBeGreaterThan(50)
  },
  SUITE_MS,
)
