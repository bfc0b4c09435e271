// Every gate, against the application as it is built: `node tests/run.ts`; the soak suite alone: `node tests/run.ts soak`.
// Ends with one line, `N passed, N failed`, and exit code 1 when anything failed.
import { ensureChromium } from '#tests/browser/chromium.ts'
import { type Suite, program, runSuites, runSuite, vitestSuite } from '#tests/run-suites.ts'
import { withoutLab } from '#tests/without-lab.ts'

/** A suite with Chromium. */
function withChromium(project: string): Suite {
  return {
    name: project,
    async run(say) {
      if (process.env.CHROMIUM !== undefined) return runSuite(project, say)
      say('there is no Chromium: see above\n')
      return { passed: 0, failed: 1 }
    },
  }
}

const FILES: Suite[] = [
  program('formatting', 'oxfmt', '--check'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/lint/check.ts'),
  program('types', 'tsc', '-p', '.'),
]

const LANES: Suite[][] = [
  [
    ...FILES,
    vitestSuite('unit'),
    vitestSuite('http'),
    withChromium('browser'),
    { name: 'without the lab', run: withoutLab },
  ],
  [withChromium('lab')],
]

// Found or installed first: no test has the time for that.
try {
  process.env.CHROMIUM = ensureChromium()
} catch (error) {
  console.log(String(error))
}

const [command] = process.argv.slice(2)
const { passed, failed } = await runSuites(command === 'soak' ? [[withChromium('soak')]] : LANES)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
