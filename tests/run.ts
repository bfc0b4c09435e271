// Every gate, against the application as it is built: `node tests/run.ts`; the soak suite alone: `node tests/run.ts soak`.
// Ends with one line, `N passed, N failed`, and exit code 1 when anything failed.
import { ensureChromium } from '#tests/browser/chromium.ts'
import { type Counts, type Gate, program, runGates, runSuite, suite } from '#tests/gates.ts'
import { withoutLab } from '#tests/without-lab.ts'

/** A suite with Chromium, which is found or installed first: no test has the time for that. */
function withChromium(project: string): Gate {
  return { name: project, run: () => runWithChromium(project) }
}

function runWithChromium(project: string): Counts {
  try {
    process.env.CHROMIUM = ensureChromium()
  } catch (error) {
    console.log(String(error))
    return { passed: 0, failed: 1 }
  }
  return runSuite(project)
}

const GATES: Gate[] = [
  program('formatting', 'oxfmt', '--check'),
  program('lint', 'oxlint', '--type-aware', '--deny-warnings', 'app', 'tests', 'app.config.ts'),
  program('import directions and file length', 'node', 'tests/lint/check.ts'),
  program('types', 'tsc', '-p', '.'),
  suite('unit'),
  suite('http'),
  withChromium('browser'),
  { name: 'without the lab', run: withoutLab },
]

const [command] = process.argv.slice(2)
const { passed, failed } = runGates(command === 'soak' ? [withChromium('soak')] : GATES)
console.log(`${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1
