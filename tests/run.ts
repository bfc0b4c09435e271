// Runs all suites against the built application: `node tests/run.ts`; only the soak suite: `node tests/run.ts soak`.
// Ends with one line, `N passed, N failed`, and exit code 1 if anything failed.
import { ensureChromium } from '#tests/harness/chromium.ts'
import { type Suite, program, runSuites, runSuite, vitestSuite } from '#tests/harness/run-suites.ts'
import { withoutLab } from '#tests/site/without-lab.ts'

/** Returns a suite that needs Chromium. */
function withChromium(project: string): Suite {
  return {
    name: project,
    async run(write) {
      if (process.env.CHROMIUM !== undefined) return runSuite(project, write)
      write('Chromium is missing, see above\n')
      return { passed: 0, failed: 1 }
    },
  }
}

const CHECKS: Suite[] = [
  program('formatting', 'oxfmt', '--check'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/shell/lint/check.ts'),
  program('types', 'tsc', '-p', '.'),
]

/** Groups run side by side, the suites of a group one after another. */
const GROUPS: Suite[][] = [
  [
    ...CHECKS,
    vitestSuite('unit'),
    vitestSuite('http'),
    withChromium('browser'),
    { name: 'without the lab', run: withoutLab },
  ],
  [withChromium('lab'), withChromium('tutorial')],
]

// First, because installing takes longer than a test may.
try {
  process.env.CHROMIUM = ensureChromium()
} catch (error) {
  console.log(String(error))
}

const [command] = process.argv.slice(2)
const { passed, failed } = await runSuites(command === 'soak' ? [[withChromium('soak')]] : GROUPS)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
