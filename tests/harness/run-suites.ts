import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Counts } from '#tests/harness/counts-reporter.ts'
import { root } from '#tests/harness/project-files.ts'

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

/** Counts of a run that has written none: it was killed, or has not begun. */
const NO_COUNTS: Counts = { passed: 0, failed: 1 }

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
  const reporters = [`--reporter=${reporter}`, '--reporter=tests/harness/counts-reporter.ts']
  // A part that an application leaves out has no tests; paths without tests are a mistake.
  const ifNone = filters.length === 0 ? ['--passWithNoTests'] : []
  const args = ['run', '--config', 'tests/vitest.config.ts', ...projects, ...reporters, ...filters, ...ifNone]
  const succeeded = await succeeds('vitest', args, write, root, { COUNTS_FILE: file })
  const counts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : NO_COUNTS
  // It ends as if it had failed, and names no failure.
  return succeeded ? counts : { ...counts, failed: Math.max(1, counts.failed) }
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
