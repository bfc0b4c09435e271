import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EXAMPLES } from '#tests/harness/own-variables.ts'
import { root } from '#tests/harness/project-files.ts'

/** Time for a built application to start listening. */
const START_LIMIT_MS = 30_000

/** Returns the folder of the application under test: this project, or a copy of it. */
export function servedFolder(): string {
  return join(root, process.env.SERVED_FOLDER ?? '')
}

export type Server = AsyncDisposable & {
  /** Origin of the server. */
  origin: string
  process: ChildProcess
  /** Lines of its log so far. */
  log: readonly string[]
  /** Resolves to the exit code. */
  exit: Promise<number | null>
  /** Stops it by SIGTERM and deletes its data. */
  stop: () => Promise<number | null>
}

/** Servers to kill when the run is aborted. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

type LogLine = { msg?: unknown; port?: unknown }

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine
  } catch {
    return {}
  }
}

/** Returns the environment of a test server: a free port, its own data folder, no rate limits. */
export function testEnvironment(dataDir: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { VITEST: _, ...inherited } = process.env
  return {
    ...EXAMPLES,
    ...inherited,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    TUNNEL_RATE_LIMIT: 'off',
    ...extra,
  }
}

/** Starts the built application in a separate process and waits until it listens. */
export async function startServer(
  options: { args?: readonly string[]; env?: Record<string, string>; cwd?: string; limitMs?: number } = {},
): Promise<Server> {
  const { limitMs = START_LIMIT_MS } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-'))
  const child = spawn(process.execPath, options.args ?? ['.output/server/index.mjs'], {
    cwd: options.cwd ?? servedFolder(),
    env: testEnvironment(dataDir, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const exit = once(child, 'exit').then(async ([code]) => {
    running.delete(child)
    await rm(dataDir, { recursive: true, force: true })
    return code as number | null
  })
  const log: string[] = []
  createInterface(child.stderr).on('line', (line) => log.push(line))

  const port = await new Promise<number>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the server ${reason}\n${log.join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`did not listen within ${limitMs} ms`)
    }, limitMs)
    createInterface(child.stdout).on('line', (line) => {
      log.push(line)
      const entry = parseLine(line)
      if (entry.msg !== 'listening' || typeof entry.port !== 'number') return
      clearTimeout(timer)
      resolve(entry.port)
    })
    void exit.then((code) => {
      clearTimeout(timer)
      fail(`ended with ${code} before it listened`)
    })
  })

  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  const server = { origin: `http://127.0.0.1:${port}`, process: child, log, exit, stop }
  return Object.assign(server, { [Symbol.asyncDispose]: async () => void (await stop()) })
}
