// Runs tests: `test` all of them, `test PATH…` the ones below the paths, `test:unit` the ones without a build, `test:soak` the
// soak suite. Ends with one line, `N passed, N failed`, and exit code 1 if anything failed.
import { join, relative, resolve } from 'node:path'
import { buildApplication } from '#tests/application/build.ts'
import { packedLibrary } from '#tests/harness/packed-library.ts'
import type { Counts } from '#tests/harness/counts-reporter.ts'
import { root } from '#tests/harness/project-files.ts'
import { check, runSuites, runSuite, type Suite, succeeds } from '#tests/harness/run-suites.ts'
import { buildSite } from '#tests/harness/site-setup.ts'
import type { Application, BUILT_PROJECTS } from '#tests/projects.ts'

/** Returns the suites of projects of vitest.config.ts, in this order. */
function named(...names: ((typeof BUILT_PROJECTS)[number]['name'] | 'unit')[]): Suite[] {
  return names.map((name) => ({ name, run: (write) => runSuite(name, write) }))
}

const program = (name: string, command: string, ...args: string[]): Suite =>
  check(name, (write) => succeeds(command, args, write))

/** Options of tsc by which a second run checks what has changed since the first. */
const typesKept = (of: Application) => [
  '--incremental',
  '--tsBuildInfoFile',
  join(root, `tests/.tmp/${of}.tsbuildinfo`),
]

const CHECKS: Suite[] = [
  program('formatting', 'oxfmt', '--check'),
  check('types', async (write) => {
    // First, because a build writes the route tree, which has changed with every route that was added or removed. The
    // linter reads types as well.
    await buildSite()
    return succeeds('tsc', ['-p', '.', ...typesKept('site')], write)
  }),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/fairlead/lint/check.ts'),
]

/** The library compiles without any application, and can be packed. */
const LIBRARY = check('the library alone', async () => Boolean(await packedLibrary()))

/** The types of the shell's application, which are checked where it is built. */
const APPLICATION_TYPES = check("types of the shell's application", async (write) =>
  succeeds('tsc', ['-p', '.', ...typesKept('shell')], write, await buildApplication()),
)

/** The longest first, so that the last ones that run beside each other are short. */
const GROUPS: Suite[][] = [
  // First, because the applications of the tests have it as a package.
  [LIBRARY],
  // The longest chain of steps that wait for each other.
  named('tutorial'),
  CHECKS,
  ...named('shell-browser', 'browser', 'shell-http').map((suite) => [suite]),
  named('unit'),
  ...named('parts', 'http', 'budget').map((suite) => [suite]),
  [APPLICATION_TYPES],
]

function run(command: string | undefined, paths: readonly string[]): Promise<Counts> {
  if (command === 'test:unit') return runSuites([named('unit')])
  if (command === 'test:engines') return runSuites([named('engines')])
  if (command === 'test:soak') return runSuites([named('engines', 'soak-builds', 'soak')])
  if (paths.length === 0) return runSuites(GROUPS)
  const filters = paths.map((path) => relative(root, resolve(path)))
  return runSuite('*', (text) => void process.stdout.write(text), { filters, reporter: 'default' })
}

const [command, ...paths] = process.argv.slice(2)
const { passed, failed } = await run(command, paths)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
