// Runs tests: `test` all of them, `test PATH…` the ones below the paths, `test:unit` the ones without a build, `test:soak` the
// soak suite. Ends with one line, `N passed, N failed`, and exit code 1 if anything failed.
import { join } from 'node:path'
import { isBuilt } from '#fairlead/host/vite/build-output.ts'
import { packedLibrary } from '#tests/harness/packed-library.ts'
import { ensureChromium } from '#fairlead/testing/chromium.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'
import { type Counts, program, runSuites, runSuite, type Suite, succeeds } from '#tests/harness/run-suites.ts'
import { type Application, BUILT_PROJECTS, type Project, selectTests, UNIT } from '#tests/projects.ts'
import { buildApplication } from '#tests/application/build.ts'

const show = (text: string): void => void process.stdout.write(text)

let siteBuilt: Promise<boolean> | undefined

/** Builds the site unless its build is that of the current files. */
async function buildSiteIfNeeded(): Promise<boolean> {
  if (isBuilt()) return true
  console.log('Building (once, until a file changes)…')
  let output = ''
  const built = await succeeds('node', ['app/fairlead/cli/cli.ts', 'build'], (text) => (output += text))
  if (!built) show(output)
  return built
}

/** Builds the site, once for all suites. */
const buildSite = (): Promise<boolean> => (siteBuilt ??= buildSiteIfNeeded())

/** Returns the suite of a project: its build, its browser, its tests. */
function suiteOf(project: Project, files: readonly string[] = [], reporter?: string): Suite {
  return {
    name: project.name,
    async run(write) {
      // First, because building and installing take longer than a test may.
      if (project.application === 'site' && !(await buildSite())) return { passed: 0, failed: 1 }
      if (project.browser) process.env.CHROMIUM ??= ensureChromium()
      return runSuite(project.name, write, { filters: files, ...(reporter !== undefined && { reporter }) })
    },
  }
}

/** Returns the suites of these names, in their order. */
function named(...names: (typeof BUILT_PROJECTS)[number]['name'][]): Suite[] {
  return names.flatMap((wanted) =>
    BUILT_PROJECTS.filter(({ name }) => name === wanted).map((project) => suiteOf(project)),
  )
}

/** Options of tsc by which a second run checks what has changed since the first. */
const typesKept = (of: Application) => [
  '--incremental',
  '--tsBuildInfoFile',
  join(root, `tests/.tmp/${of}.tsbuildinfo`),
]

const CHECKS: Suite[] = [
  program('formatting', 'oxfmt', '--check'),
  {
    name: 'types',
    async run(write) {
      // First, because a build writes the route tree, which has changed with every route that was added or removed. The
      // linter reads types as well.
      if (!(await buildSite())) return { passed: 0, failed: 1 }
      return program('types', 'tsc', '-p', '.', ...typesKept('site')).run(write)
    },
  },
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/fairlead/lint/check.ts'),
]

/** The library compiles without any application, and can be packed. */
const LIBRARY: Suite = {
  name: 'the library alone',
  async run(write) {
    try {
      await packedLibrary()
      return { passed: 1, failed: 0 }
    } catch (error) {
      write(`${(error as Error).message}\n`)
      return { passed: 0, failed: 1 }
    }
  },
}

/** The types of the shell's application, which are checked where it is built. */
const APPLICATION_TYPES: Suite = {
  name: "types of the shell's application",
  async run(write) {
    const folder = await buildApplication()
    return (await succeeds('tsc', ['-p', '.', ...typesKept('shell')], write, folder))
      ? { passed: 1, failed: 0 }
      : { passed: 0, failed: 1 }
  },
}

/** The longest first, so that the last ones that run beside each other are short. */
const GROUPS: Suite[][] = [
  // First, because the applications of the tests have it as a package.
  [LIBRARY],
  // The longest chain of steps that wait for each other.
  named('tutorial'),
  CHECKS,
  ...named('shell-browser', 'browser', 'shell-http').map((suite) => [suite]),
  [suiteOf(UNIT)],
  ...named('parts', 'http', 'budget').map((suite) => [suite]),
  [APPLICATION_TYPES],
]

/** Runs the tests below paths, and shows them as they run. */
async function runBelow(paths: readonly string[]): Promise<Counts> {
  const selection = selectTests(paths, projectFiles())
  if (selection.type === 'unknown') {
    console.error(
      `${selection.path}: there is no test file of this name or below it; a path is like tests/fairlead/forms`,
    )
    process.exit(1)
  }
  const total: Counts = { passed: 0, failed: 0 }
  for (const [project, files] of selection.files) {
    const { passed, failed } = await suiteOf(project, files, 'default').run(show)
    total.passed += passed
    total.failed += failed
  }
  return total
}

function run(command: string | undefined, paths: readonly string[]): Promise<Counts> {
  if (command === 'test:unit') return runSuites([[suiteOf(UNIT)]])
  if (command === 'test:engines') return runSuites([named('engines')])
  if (command === 'test:soak') return runSuites([named('engines', 'soak-builds', 'soak')])
  return paths.length > 0 ? runBelow(paths) : runSuites(GROUPS)
}

const [command, ...paths] = process.argv.slice(2)
const { passed, failed } = await run(command, paths)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
