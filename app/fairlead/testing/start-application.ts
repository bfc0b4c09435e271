import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ownVariables from 'virtual:app/env'
import type { Env } from '#fairlead/platform/env.server.ts'
import { exampleValues } from '#fairlead/platform/own-variables.ts'
import { MAIN } from '#fairlead/host/vite/build-output.ts'

/** Time for a built application to start listening. */
const START_LIMIT_MS = 30_000

/** The variables for the data and the address of an application. */
export type ApplicationPlace = Pick<Env, 'DATA_DIR' | 'DATABASE_URL' | 'PUBLIC_ORIGIN'>

const places = new Map<string, ApplicationPlace>()

/** Returns the place of an application that this process has started, by its origin. */
export const startedAt = (origin: string): ApplicationPlace | undefined => places.get(origin)

/** An application that runs in a process of its own. */
export type Application = {
  readonly origin: string
  /** Lines of its log so far, each a JSON object. */
  readonly log: readonly string[]
  /** Stops it, and deletes its data. Resolves to the exit code, which is 0 for a good end. */
  stop: () => Promise<number | null>
} & AsyncDisposable

/** Servers to kill when the run is aborted. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** The examples of the variables that have to be set. */
export const examples = (): Record<string, string> => exampleValues(ownVariables)

/**
 * Returns the environment of a test server: a free port, its own data, no rate limits, and never a foreign database.
 */
function environmentOf(dataDir: string, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { VITEST: _, DATABASE_URL: __, ...inherited } = process.env
  return {
    ...examples(),
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

function portIn(line: string): number | undefined {
  try {
    const { msg, port } = JSON.parse(line) as { msg?: unknown; port?: unknown }
    return msg === 'listening' && typeof port === 'number' ? port : undefined
  } catch {
    return undefined
  }
}

/**
 * Starts the built application once more, on a free port and with an empty data folder, and waits until it listens.
 *
 *     await using application = await startApplication({ RATE_LIMIT: '1' })
 *     const visitor = newVisitor(application.origin)
 *
 * @param env environment variables, beside those of every test: `DATABASE_URL` is unset, rate limits are off
 * @throws Error with the log if it ends, or does not listen within 30 seconds
 */
export async function startApplication(env: Readonly<Record<string, string>> = {}): Promise<Application> {
  const dataDir = await mkdtemp(join(tmpdir(), 'application-'))
  const variables = environmentOf(dataDir, env)
  const child = spawn(process.execPath, [MAIN], {
    env: variables,
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
    const fail = (reason: string) => reject(new Error(`the application ${reason}\n${log.join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`did not listen within ${START_LIMIT_MS} ms`)
    }, START_LIMIT_MS)
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
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return exit
  }
  const origin = `http://127.0.0.1:${port}`
  const { DATABASE_URL, PUBLIC_ORIGIN } = variables
  places.set(origin, {
    DATA_DIR: variables.DATA_DIR ?? dataDir,
    // An empty variable counts as unset.
    DATABASE_URL: DATABASE_URL || undefined,
    PUBLIC_ORIGIN: PUBLIC_ORIGIN || undefined,
  })
  return {
    origin,
    log,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
