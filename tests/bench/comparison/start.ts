import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PEERS, type PeerName, workFolder } from '#tests/bench/comparison/peers.ts'
import { freePort } from '#tests/harness/free-port.ts'
import { root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'

/** Time for a peer to respond; in development some compile the page first. */
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 5_000

/** The cores of the servers, and of what asks them. */
export const SERVER_CORE = '0'
export const CLIENT_CORE = '1'

export type Running = AsyncDisposable & {
  /** Without a slash at its end. */
  origin: string
  pid: number
  /** From the start of the process to its first answer. */
  startMs: number
  stop: () => Promise<void>
}

/** The process groups of what runs: they do not end by themselves when the bench is stopped. */
const groups = new Set<number>()

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

process.once('exit', () => {
  for (const pid of groups) endGroup(pid, 'SIGKILL')
})

type Program = {
  name: string
  cwd: string
  args: (port: number) => readonly string[]
  variables?: NodeJS.ProcessEnv
  /** Path that is requested until it, or where it redirects to, responds with 200. */
  path: string
  host?: string
  /** The cores that it may use, as taskset(1) lists them; all without. */
  cores?: string
}

/** Starts a program on its cores, in a process group of its own, and waits for its first answer. */
export async function startProgram(program: Program): Promise<Running> {
  const { name, cwd, args, variables = {}, path, host = '127.0.0.1', cores } = program
  const port = await freePort()
  const data = join(root, 'tests/.tmp/peers', `${name}-data`)
  mkdirSync(data, { recursive: true })
  const out = openSync(join(data, 'log'), 'w')
  const since = performance.now()
  const [command = '', ...rest] = [...(cores ? ['taskset', '-c', cores] : []), process.execPath, ...args(port)]
  const child = spawn(command, rest, {
    cwd,
    env: { ...testEnvironment(data), NEXT_TELEMETRY_DISABLED: '1', ...variables, PORT: String(port) },
    stdio: ['ignore', out, out],
    detached: true,
  })
  const exit = once(child, 'exit')
  const { pid } = child
  if (pid === undefined) throw new Error(`${name} could not be started: taskset is needed, of util-linux`)
  groups.add(pid)
  const stop = async () => {
    if (!groups.delete(pid)) return
    endGroup(pid, 'SIGTERM')
    const timer = setTimeout(() => endGroup(pid, 'SIGKILL'), STOP_LIMIT_MS)
    await exit
    clearTimeout(timer)
    // Some peers start others, which may outlive them.
    endGroup(pid, 'SIGKILL')
    rmSync(data, { recursive: true, force: true })
  }
  const origin = `http://${host}:${port}`
  for (;;) {
    const answered = await fetch(origin + path).then(
      async (response) => [response.status, await response.text()] as const,
      () => undefined,
    )
    if (answered?.[0] === 200) break
    if (answered || child.exitCode !== null || performance.now() - since > START_LIMIT_MS) {
      const log = readFileSync(join(data, 'log'), 'utf8').slice(-2_000)
      await stop()
      throw new Error(`${name} answered ${answered?.[0] ?? 'nothing'} to ${path}\n${log}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { origin, pid, startMs: performance.now() - since, stop, [Symbol.asyncDispose]: stop }
}

/** A peer as it is in production, which has been built. */
export function startPeer(name: PeerName, options: Pick<Program, 'variables' | 'cores'> = {}): Promise<Running> {
  const { start, prefix } = PEERS[name]
  const variables = { NODE_ENV: 'production', ...options.variables }
  const program = { name, cwd: workFolder(name), args: start, path: prefix || '/', cores: SERVER_CORE }
  return startProgram({ ...program, ...options, variables })
}
