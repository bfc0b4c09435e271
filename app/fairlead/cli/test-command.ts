import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CommandError } from '#fairlead/cli/command-error.ts'

/** Programs in the packages of an application, by their paths. */
const PROGRAMS = {
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
} as const

export type Program = keyof typeof PROGRAMS

/** @throws CommandError if the application does not have the package */
function fileOf(program: Program): string {
  const [name = '', ...rest] = PROGRAMS[program].split('/')
  const found = findPackageJSON(name, pathToFileURL(join(process.cwd(), 'package.json')))
  if (found === undefined) throw new CommandError(`${name} is not installed: npm install -D ${name}`)
  return join(dirname(found), ...rest)
}

/** Runs a file with this Node; resolves to its exit code. */
async function runFile(file: string, args: readonly string[], write?: (text: string) => void): Promise<number> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: write ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (write) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', write)
  const [status] = (await once(child, 'close')) as [number | null]
  return status ?? 1
}

/** Runs a program of an application's packages with this Node; resolves to its exit code. */
export const runProgramOf = async (
  program: Program,
  args: readonly string[],
  write?: (text: string) => void,
): Promise<number> => runFile(fileOf(program), args, write)

const compareAccess = (write: (text: string) => void): Promise<number> =>
  runFile(join(import.meta.dirname, 'bootstrap.mjs'), ['access', '--check'], write)

/** The folders that an application lints. */
const LINTED = ['app', 'tests', 'app.config.ts'].filter((path) => existsSync(path))

export const lint = (args: readonly string[], write?: (text: string) => void): Promise<number> =>
  runProgramOf('oxlint', ['--type-aware', '--deny-warnings', ...LINTED, ...args], write)

/** Runs a check silently, and prints its output if it fails. Resolves to its exit code. */
async function check(name: string, run: (write: (text: string) => void) => Promise<number>): Promise<number> {
  const since = performance.now()
  let output = ''
  const status = await run((text) => (output += text))
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'passed' : `${output}\nFAILED`}  ${name} (${seconds} s)\n`)
  return status
}

const vitest = (args: readonly string[]): Promise<number> => {
  const config = fileURLToPath(import.meta.resolve('#fairlead/testing/vitest.config.ts'))
  return runProgramOf('vitest', ['run', '--config', config, '--root', process.cwd(), ...args])
}

/**
 * The command `test` of an application. With paths it runs the tests below them; without any it builds, checks formatting,
 * lint and types, and runs all tests.
 *
 * @param build builds the application unless its build is up to date; a build also writes types that the checks read
 */
export async function runTests(paths: readonly string[], build: () => Promise<void>): Promise<number> {
  if (paths.length > 0) return vitest(paths)
  await build()
  const statuses = [
    await check('formatting', (write) => runProgramOf('oxfmt', ['--check'], write)),
    await check('lint', (write) => lint([], write)),
    await check('types', (write) => runProgramOf('tsc', ['-p', '.'], write)),
    ...(existsSync('tests/access.txt') ? [await check('access', compareAccess)] : []),
    await vitest([]),
  ]
  return Math.max(...statuses)
}
