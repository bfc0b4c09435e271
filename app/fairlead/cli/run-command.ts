import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { findPackageJSON, flushCompileCache } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Env, readEnv, setVariable } from '#fairlead/platform/env.server.ts'
import { BUILD_LOG, isBuilt, MAIN } from '#fairlead/host/vite/build-output.ts'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { loadEnvFiles } from '#fairlead/host/env-files.ts'
import type { Part } from '#fairlead/server/part.ts'
import { siteFaults } from '#fairlead/platform/check-site.ts'
import * as site from 'virtual:app/site'
import { makeDataFolder } from '#fairlead/host/server/data-folder.ts'
import { exitOnError } from '#fairlead/host/server/exit-with-message.ts'
import { prepareOperatorToken } from '#fairlead/host/server/operator-token.ts'
import { printMessages } from '#fairlead/cli/messages-command.ts'
import { messageSources } from '#fairlead/host/vite/message-files.ts'
import { writeAllMessageTypes } from '#fairlead/host/vite/message-types.ts'
import { readParts } from '#fairlead/host/read-parts.ts'
import { loadTable, printRoutes } from '#fairlead/cli/routes-command.ts'
import { warningLines } from '#fairlead/host/vite/table-warnings.ts'

/** Folder of V8's cache for the build's tools; bootstrap.mjs has the same. */
const COMPILE_CACHE = resolve('.vinxi/compile-cache')

/** The environment without the variables of the application's `.env` files. */
const INHERITED = { ...process.env }

/** Time after which dev has loaded its tools and shown a first page. Writing the cache takes more than a second. */
const FLUSH_MS = 30_000

/** @throws Error if the library finds no such package */
const folderOf = (name: string): string => dirname(findPackageJSON(name, import.meta.url) ?? '')

const VINXI = join(folderOf('vinxi'), 'bin/cli.mjs')

function checkSite(): void {
  const faults = siteFaults(site)
  if (faults.length > 0) throw new CommandError(faults.map((fault) => `app/site.ts: ${fault}`).join('\n'))
}

async function build(isVerbose = false): Promise<void> {
  checkSite()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    [BUILD_LOG]: isVerbose ? 'info' : 'warn',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  }
  // Standard output is reserved for the log. vinxi writes there only its progress.
  const child = spawn(process.execPath, [VINXI, 'build'], { stdio: ['ignore', isVerbose ? 2 : 'ignore', 2], env })
  process.once('exit', () => child.kill())
  const exit = once(child, 'exit')
  // Meanwhile the tools load, which takes longer. This reports all issues of the table at once.
  const table = await loadTable()
  const [status] = (await exit) as [number | null]
  if (status !== 0) process.exit(status ?? 1)
  for (const line of warningLines(table)) process.stderr.write(`${line}\n`)
}

async function buildIfNeeded(): Promise<void> {
  if (isBuilt()) return
  process.stderr.write('Building (once, until a file changes)…\n')
  await build()
}

/** Runs a job of the build in this process, which ends it. */
async function runJob(name: string): Promise<void> {
  await buildIfNeeded()
  process.argv.splice(1, Infinity, MAIN, 'jobs', 'run', name)
  await import(pathToFileURL(resolve(MAIN)).href)
}

/** Runs a command of vinxi in this process, so that signals reach the server itself. */
function vinxi(...args: string[]): Promise<unknown> {
  process.argv.splice(1, Infinity, VINXI, ...args)
  return import(pathToFileURL(VINXI).href)
}

function prepareEnvironment(): Env {
  const env = exitOnError(readEnv)
  exitOnError(() => makeDataFolder(env))
  return env
}

/** Prepares the operator's token in dev. In production node-server.ts prepares it. */
async function ensureOperatorToken(env: Env): Promise<void> {
  const page = (await readParts()).find(({ operatorPage }) => operatorPage !== undefined)?.operatorPage
  if (page === undefined) return
  const operator = exitOnError(() => prepareOperatorToken(env))
  if (operator.type === 'none') return
  setVariable('OPERATOR_TOKEN', operator.token)
  if (operator.type === 'created') process.stderr.write(`This token opens ${page}: ${operator.token}\n`)
}

/** The variables that a build reads: their good values, and the fault of others. */
const BUILD_VARIABLES: Record<string, { isGood: (value: string) => boolean; fault: string }> = {
  ASSETS_ORIGIN: {
    isGood: (value) => /^https?:/.test(value) && URL.parse(value)?.origin === value,
    fault: 'is not an origin; allowed: one such as https://assets.example.com, without a path',
  },
  ROUTING_TABLE: {
    isGood: (value) => statSync(value, { throwIfNoEntry: false })?.isFile() === true,
    fault: 'is not a file; allowed: the path of a table such as app/routing.ts',
  },
}

function checkBuildVariables(): void {
  for (const [name, { isGood, fault }] of Object.entries(BUILD_VARIABLES)) {
    const value = process.env[name]
    if (value && !isGood(value)) throw new CommandError(`${name}: ${JSON.stringify(value)} ${fault}`)
  }
}

/** Runs a command. Resolves to its exit code, unless the command sets `process.exitCode`. */
type Command = (args: readonly string[]) => Promise<number | void>

/** Evaluates a program of the tests, which reads its arguments itself. */
const runProgram = async (file: string): Promise<void> => void (await import(pathToFileURL(resolve(file)).href))

/** True in the repository of the library, whose tests and tools are not for applications. */
const isRepository = existsSync(join(import.meta.dirname, 'pack-command.ts'))

/** Commands that only the repository of the library has. */
const OF_REPOSITORY: Readonly<Record<string, Command>> = {
  async bench(args) {
    await buildIfNeeded()
    process.argv.splice(2, Infinity, ...args)
    await runProgram('tests/bench/run.ts')
  },
  async 'from-next'(args) {
    process.argv.splice(2, Infinity, ...args)
    await runProgram('app/from-next/bin.ts')
  },
  oracle: () => runProgram('tests/bench/conformance.ts'),
  test: () => runProgram('tests/run.ts'),
  'test:unit': () => runProgram('tests/run.ts'),
  'test:engines': () => runProgram('tests/run.ts'),
  'test:soak': () => runProgram('tests/run.ts'),
}

const BUILD_OPTIONS = { verbose: { type: 'boolean' }, static: { type: 'string' } } as const

function readBuildOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: BUILD_OPTIONS }).values
  } catch {
    throw new CommandError(`build ${args.join(' ')}: allowed: --verbose, --static FOLDER`)
  }
}

/**
 * Returns a command that uses a database. It loads its modules only when it runs, and by default makes the data folder.
 */
function onDatabase(
  load: () => Promise<(args: readonly string[], env: Env) => Promise<number | void>>,
  prepare: () => Env = prepareEnvironment,
): Command {
  return async (args) => (await load())(args, prepare())
}

const checkEnvironment = (): Env => exitOnError(readEnv)

const checks = () => import('#fairlead/cli/test-command.ts')

const COMMANDS: Readonly<Record<string, Command>> = {
  async access(args) {
    await buildIfNeeded()
    const code = await (await import('#fairlead/cli/access/access-command.ts')).runAccessCommand(args)
    // Modules of the application may have opened something that keeps the process.
    process.exit(code)
  },
  async add(args) {
    return (await import('#fairlead/cli/add-command.ts')).addToApplication(args)
  },
  async start() {
    prepareEnvironment()
    await buildIfNeeded()
    await vinxi('start')
  },
  async dev(args) {
    checkSite()
    // A server that compiles sources is for this machine, unless its developer sets another host.
    process.env.HOST ||= 'localhost'
    const env = prepareEnvironment()
    await ensureOperatorToken(env)
    const { beside } = await loadTable()
    if (beside?.dev !== undefined) {
      const { startBeside } = await import('#fairlead/cli/start-beside.ts')
      startBeside(beside, env.BESIDE_ORIGIN ?? beside.origin, INHERITED)
    }
    // The end may be a kill, which would leave no cache.
    setTimeout(flushCompileCache, FLUSH_MS).unref()
    await vinxi('dev', ...args)
  },
  async build(args) {
    const { verbose, static: folder } = readBuildOptions(args)
    if (folder === undefined) return build(verbose)
    const { checkFolder, exportStatic } = await import('#fairlead/cli/export-static.ts')
    checkFolder(folder)
    await build(verbose)
    prepareEnvironment()
    return exportStatic(folder, (line) => void process.stderr.write(`${line}\n`))
  },
  routes: printRoutes,
  messages: () => printMessages(),
  async typecheck(args) {
    // A build writes the tree, and dev keeps it.
    if (!existsSync('routeTree.gen.ts')) await buildIfNeeded()
    writeAllMessageTypes(await messageSources(process.cwd()), (await loadTable()).defaultLocale)
    return (await checks()).runProgramOf('tsc', ['-p', '.', ...args])
  },
  async lint(args) {
    return (await checks()).lint(args)
  },
  async format(args) {
    return (await checks()).runProgramOf('oxfmt', args)
  },
  async test(paths) {
    return (await checks()).runTests(paths, buildIfNeeded)
  },
  async instant(paths) {
    await buildIfNeeded()
    return (await import('#fairlead/cli/instant-command.ts')).runInstant(paths)
  },
  migrate: onDatabase(
    async () => (await import('#fairlead/cli/migrate-command.ts')).runMigrateCommand,
    checkEnvironment,
  ),
  backup: onDatabase(async () => (await import('#fairlead/cli/backup-command.ts')).runBackupCommand, checkEnvironment),
  cache: onDatabase(async () => (await import('#fairlead/cli/cache-command.ts')).runCacheCommand),
  jobs: onDatabase(async () => {
    const { runJobsCommand } = await import('#fairlead/cli/jobs-command.ts')
    return (args) => runJobsCommand(args, runJob)
  }),
  run: onDatabase(async () => (await import('#fairlead/cli/script-commands.ts')).runScript),
  console: onDatabase(async () => (await import('#fairlead/cli/script-commands.ts')).openConsole),
  ...(isRepository && OF_REPOSITORY),
}

async function commandOfPart(name: string): Promise<Command> {
  const commands = Object.assign({}, ...(await readParts()).map((part) => part.commands)) as NonNullable<
    Part['commands']
  >
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  const allowed = [...Object.keys(COMMANDS), ...Object.keys(commands)].join(', ')
  if (!load) throw new CommandError(`${JSON.stringify(name)} is not a command; allowed: ${allowed}`)
  checkEnvironment()
  return load()
}

async function run(name: string, args: readonly string[]): Promise<number | void> {
  checkBuildVariables()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return (command ?? (await commandOfPart(name)))(args)
}

const [name = '', ...args] = process.argv.slice(2)
// Tests and the bench set the environment of their servers themselves.
if (!/^(access|bench|instant|oracle|test)/.test(name)) loadEnvFiles(name === 'dev' ? 'development' : 'production')
try {
  process.exitCode = (await run(name, args)) ?? process.exitCode
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}
