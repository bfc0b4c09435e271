import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '#tests/harness/project-files.ts'

/** Numbers of passed and failed tests of a suite, and the failures, a line each. */
export type Counts = { passed: number; failed: number; failures?: readonly string[] }

/** Receives the output of a suite as it comes. */
type Write = (text: string) => void

export type Suite = { name: string; run: (write: Write) => Promise<Counts> }

/** Time after which a suite counts as hung. */
const SUITE_LIMIT_MS = 2_400_000

/** `PATH` with this Node and the project's tools first. */
export const PATH = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter)

/** Runs a program of the project; resolves to `true` if it exits with 0. */
export async function succeeds(
  command: string,
  args: readonly string[],
  write: Write,
  cwd = root,
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH, ...env },
    timeout: SUITE_LIMIT_MS,
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
  try {
    const [status] = (await once(child, 'close')) as [number | null]
    if (status === null) write(`${command} was killed: a suite may take ${SUITE_LIMIT_MS / 1_000} s\n`)
    return status === 0
  } catch (error) {
    write(`${command}: ${(error as Error).message}\n`)
    return false
  }
}

/** Returns a suite of one test: work that must resolve to `true`. */
export function check(name: string, work: (write: Write) => Promise<boolean>): Suite {
  return {
    name,
    async run(write) {
      const passed = await work(write).catch((error: unknown) => {
        write(`${(error as Error).message}\n`)
        return false
      })
      return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/** A message is `null` if the thrown value had none. */
type TestResult = { fullName: string; status: string; failureMessages: unknown[] }

type Report = {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: { name: string; status: string; message: unknown; assertionResults: TestResult[] }[]
}

const firstLine = (text: unknown) => stripVTControlCharacters(String(text)).split('\n', 1)[0]

/** Returns the failures of a vitest run, a line each: tests, and files that failed outside their tests. */
function failuresOf({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(root, name)
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
}

/** Counts the tests of a vitest run. A run that failed without a failed test, or without a report, counts as a failure. */
export function countsOf(report: Report | undefined, succeeded: boolean): Counts {
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed } = report
  if (succeeded && report.success) return { passed, failed }
  return { passed, failed: Math.max(1, failed), failures: failuresOf(report) }
}

type SuiteOptions = {
  /** Paths of test files. Without them it runs all files of the project. */
  filters?: readonly string[]
  reporter?: string
}

/** Runs a project of vitest.config.ts, or all of them (`*`), and counts its tests. */
export async function runSuite(
  project: string,
  write: Write,
  { filters = [], reporter = 'dot' }: SuiteOptions = {},
): Promise<Counts> {
  const file = join(root, 'tests/.tmp', `${project.replace('*', 'paths')}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  // The unit tests are two projects: files that share a process, and files that do not.
  const projects = [`--project=${project === 'unit' ? 'unit*' : project}`]
  const reporters = [`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`]
  // A part that an application leaves out has no tests; paths without tests are a mistake.
  const ifNone = filters.length === 0 ? ['--passWithNoTests'] : []
  const args = ['run', '--config', 'tests/vitest.config.ts', ...projects, ...reporters, ...filters, ...ifNone]
  const succeeded = await succeeds('vitest', args, write)
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  return countsOf(report, succeeded)
}

/**
 * Number of groups that run at a time. Each has two processes of vitest, half of which wait for servers and browsers.
 */
const AT_ONCE = 2

/**
 * Runs all suites, whatever fails, and prints the results at the end. Two groups run at a time, in their order, and the
 * suites of a group one after another. The output of a suite is printed when it has ended.
 */
export async function runSuites(groups: readonly (readonly Suite[])[]): Promise<Counts> {
  const lines: string[] = []
  const total: Counts = { passed: 0, failed: 0 }
  const runGroup = async (group: readonly Suite[]): Promise<void> => {
    for (const { name, run } of group) {
      console.log(`-- ${name} begins`)
      const since = performance.now()
      let output = ''
      const { passed, failed, failures = [] } = await run((text) => (output += text))
      total.passed += passed
      total.failed += failed
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      const line = `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed (${seconds} s)`
      console.log(`\n== ${name}\n${output}${line}`)
      lines.push(line, ...failures.map((failure) => `FAILED  ${failure}`))
    }
  }
  const waiting = groups.values()
  const runWaiting = async (): Promise<void> => {
    for (const group of waiting) await runGroup(group)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, runWaiting))
  console.log(`\n${lines.join('\n')}\n`)
  return total
}
