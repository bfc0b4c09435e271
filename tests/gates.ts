import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '#tests/project-files.ts'

/** How many tests a gate held and how many of them failed. */
export type Counts = { passed: number; failed: number }

export type Gate = { name: string; run: () => Counts }

/** No gate takes this long unless it hangs. */
const GATE_LIMIT_MS = 600_000

/** Programs find this Node and the project's own tools before any other. */
const PATH = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter)

/** Runs a program of the project to its end and shows what it says. */
export function succeeds(
  command: string,
  args: readonly string[],
  cwd = root,
  variables: Record<string, string> = {},
): boolean {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, PATH, ...variables },
    timeout: GATE_LIMIT_MS,
  })
  if (error) console.log(`${command}: ${error.message}`)
  return status === 0
}

/** A gate that one program decides: one test. */
export function program(name: string, command: string, ...args: string[]): Gate {
  return { name, run: () => (succeeds(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) }
}

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; success: boolean }

/** What a vitest run comes to. One that failed without a failed test, or left no report, counts as a failure. */
export function countsOf(report: Report | undefined, succeeded: boolean): Counts {
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: failed === 0 && !(succeeded && report.success) ? 1 : failed }
}

/** Runs a project of vitest.config.ts, in `cwd`, and counts its tests. */
export function runSuite(project: string, filters: readonly string[] = [], cwd = root): Counts {
  const file = join(cwd, 'tests/.tmp', `${project}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...filters]
  const succeeded = succeeds('vitest', args, cwd)
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  return countsOf(report, succeeded)
}

/** A gate of many tests: a project of vitest.config.ts. */
export function suite(project: string): Gate {
  return { name: project, run: () => runSuite(project) }
}

/** Runs all gates, whatever fails, and says at the end what came of each. */
export function runGates(gates: readonly Gate[]): Counts {
  const lines: string[] = []
  const total: Counts = { passed: 0, failed: 0 }
  for (const { name, run } of gates) {
    console.log(`\n== ${name}`)
    const since = performance.now()
    const { passed, failed } = run()
    total.passed += passed
    total.failed += failed
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    const line = `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed (${seconds} s)`
    console.log(line)
    lines.push(line)
  }
  console.log(`\n${lines.join('\n')}\n`)
  return total
}
