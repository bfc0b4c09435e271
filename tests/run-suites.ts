import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from '#tests/project-files.ts'

/** How many tests a gate held and how many of them failed. */
export type Counts = { passed: number; failed: number }

/** Is told what a gate says, as it comes. */
type Write = (text: string) => void

export type Suite = { name: string; run: (say: Write) => Promise<Counts> }

/** No gate takes this long unless it hangs. */
const SUITE_LIMIT_MS = 690_000

/** Programs find this Node and the project's own tools before any other. */
export const PATH = [join(root, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter)

/** Runs a program of the project to its end. */
export async function succeeds(command: string, args: readonly string[], say: Write, cwd = root): Promise<boolean> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH },
    timeout: SUITE_LIMIT_MS,
  })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say)
  try {
    const [status] = (await once(child, 'close')) as [number | null]
    if (status === null) say(`${command} was ended: no gate takes longer than ${SUITE_LIMIT_MS / 1_000} s\n`)
    return status === 0
  } catch (error) {
    say(`${command}: ${(error as Error).message}\n`)
    return false
  }
}

/** A gate that one program decides: one test. */
export function program(name: string, command: string, ...args: string[]): Suite {
  return {
    name,
    run: async (say) => ((await succeeds(command, args, say)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  }
}

type Report = { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; success: boolean }

/** What a vitest run comes to. One that failed without a failed test, or left no report, counts as a failure. */
export function countsOf(report: Report | undefined, succeeded: boolean): Counts {
  if (!report) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed } = report
  return { passed, failed: failed === 0 && !(succeeded && report.success) ? 1 : failed }
}

/** Runs a project of vitest.config.ts, in `cwd`, and counts its tests. */
export async function runSuite(
  project: string,
  say: Write,
  filters: readonly string[] = [],
  cwd = root,
): Promise<Counts> {
  const file = join(cwd, 'tests/.tmp', `${project}.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...filters]
  const succeeded = await succeeds('vitest', args, say, cwd)
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  return countsOf(report, succeeded)
}

/** A gate of many tests: a project of vitest.config.ts. */
export function vitestSuite(project: string): Suite {
  return { name: project, run: (say) => runSuite(project, say) }
}

/**
 * Runs all gates, whatever fails, and says at the end what came of each. The gates of a lane run one after another, and
 * the lanes side by side; what a gate says comes in one piece when it has ended.
 */
export async function runSuites(lanes: readonly (readonly Suite[])[]): Promise<Counts> {
  const lines: string[] = []
  const total: Counts = { passed: 0, failed: 0 }
  const runLane = async (lane: readonly Suite[]): Promise<void> => {
    for (const { name, run } of lane) {
      console.log(`-- ${name} begins`)
      const since = performance.now()
      let said = ''
      const { passed, failed } = await run((text) => (said += text))
      total.passed += passed
      total.failed += failed
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      const line = `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed (${seconds} s)`
      console.log(`\n== ${name}\n${said}${line}`)
      lines.push(line)
    }
  }
  await Promise.all(lanes.map(runLane))
  console.log(`\n${lines.join('\n')}\n`)
  return total
}
