// Every gate, against the application as it is built: `node tests/run.ts`; the soak suite alone: `node tests/run.ts soak`.
// Ends with one line, `N passed, N failed`, and exit code 1 when anything failed.
import { ensureChromium } from '#tests/browser/chromium.ts'
import { type Gate, program, runGates, runSuite, suite } from '#tests/gates.ts'
import { withoutLab } from '#tests/without-lab.ts'

/** A suite with Chromium. */
function withChromium(project: string): Gate {
  return {
    name: project,
    async run(say) {
      if (process.env.CHROMIUM !== undefined) return runSuite(project, say)
      say('there is no Chromium: see above\n')
      return { passed: 0, failed: 1 }
    },
  }
}

const FILES: Gate[] = [
  program('formatting', 'oxfmt', '--check'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/lint/check.ts'),
  program('types', 'tsc', '-p', '.'),
]

const LANES: Gate[][] = [
  [...FILES, suite('unit'), suite('http'), withChromium('browser'), { name: 'without the lab', run: withoutLab }],
  [withChromium('lab')],
]

// Found or installed first: no test has the time for that.
try {
  process.env.CHROMIUM = ensureChromium()
} catch (error) {
  console.log(String(error))
}

const [command] = process.argv.slice(2)
const { passed, failed } = await runGates(command === 'soak' ? [[withChromium('soak')]] : LANES)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
