import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '#tests/project-files.ts'

/** How long a built application may take until it listens. */
const START_LIMIT_MS = 30_000

export type Server = {
  /** Where it answers, without a slash at its end. */
  origin: string
  process: ChildProcess
  /** Its log so far, one line each. */
  log: readonly string[]
  /** Resolves to the exit code once it has ended. */
  exit: Promise<number | null>
  /** Ends it as an operator would and removes its data. */
  stop: () => Promise<number | null>
}

/** A run that is broken off leaves none behind. */
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

/** The environment of a test server: a free port, a data folder of its own, no limits on how much tests may ask. */
export function testEnvironment(dataDir: string, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { VITEST: _, ...inherited } = process.env
  return {
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

/** Starts the built application in a process of its own and waits for the line of its log that says it listens. */
export async function startServer(
  options: { args?: readonly string[]; env?: Record<string, string>; cwd?: string; limitMs?: number } = {},
): Promise<Server> {
  const { limitMs = START_LIMIT_MS } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-'))
  const child = spawn(process.execPath, options.args ?? ['.output/server/index.mjs'], {
    cwd: options.cwd ?? root,
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
  return { origin: `http://127.0.0.1:${port}`, process: child, log, exit, stop }
}
