import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MAIN } from '#fairlead/host/vite/build-output.ts'

/** Time for a built application to start listening. */
const START_LIMIT_MS = 30_000

/** An application that runs in another process. */
export type Application = {
  readonly origin: string
  /** Lines of its log so far, each a JSON object. */
  readonly log: readonly string[]
  /** Stops it, and deletes its data. Resolves to the exit code, which is 0 for a good end. */
  stop: () => Promise<number | null>
} & AsyncDisposable

/** An application with its process, the variables of the process, and its exit code. */
export type Server = Application & {
  readonly process: ChildProcess
  readonly env: NodeJS.ProcessEnv
  readonly exit: Promise<number | null>
}

/** Servers to kill when the run is aborted. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

function portIn(line: string): number | undefined {
  try {
    const { msg, port } = JSON.parse(line) as { msg?: unknown; port?: unknown }
    return msg === 'listening' && typeof port === 'number' ? port : undefined
  } catch {
    return undefined
  }
}

/** Returns the environment of a test server: a free port, its own data folder, no rate limits. */
export function testEnvironment(dataDir: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { VITEST: _, ...inherited } = process.env
  return {
    ...inherited,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    TUNNEL_RATE_LIMIT: 'off',
    ...env,
  }
}

type StartOptions = {
  /** Arguments of Node; by default the program of the build in `cwd`. */
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  cwd?: string
  limitMs?: number
}

/**
 * Starts a built application with an empty data folder, and waits until it listens.
 *
 * @throws Error with the log if it ends, or does not listen within 30 seconds
 */
export async function startServer(options: StartOptions = {}): Promise<Server> {
  const { args = [MAIN], cwd = process.cwd(), limitMs = START_LIMIT_MS } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-'))
  const env = testEnvironment(dataDir, options.env)
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exit = once(child, 'exit').then(async ([code]) => {
    running.delete(child)
    await rm(dataDir, { recursive: true, force: true })
    return code as number | null
  })
  const log: string[] = []
  createInterface(child.stderr).on('line', (line) => log.push(line))
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`the application ${reason}\n${log.join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`did not listen within ${limitMs} ms`)
    }, limitMs)
    createInterface(child.stdout).on('line', (line) => {
      log.push(line)
      const found = portIn(line)
      if (found === undefined) return
      clearTimeout(timer)
      resolve(found)
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
  const dispose = async () => void (await stop())
  return { origin: `http://127.0.0.1:${port}`, process: child, env, log, exit, stop, [Symbol.asyncDispose]: dispose }
}
