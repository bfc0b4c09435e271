import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '#fairlead/cli/command-error.ts'
import type { Beside } from '#fairlead/navigation/routing-table/routing-types.ts'

/**
 * Starts the old application (`beside`) in dev, with its port in `PORT`, and ends it with this process. Its lines are
 * shown behind `old |`.
 *
 * @param origin `BESIDE_ORIGIN`, or the origin in the routing table
 * @param env its environment, without this application's `.env` files
 * @throws CommandError if its folder does not exist, or its origin is not known
 */
export function startBeside({ dev, folder }: Beside, origin: string | undefined, env: NodeJS.ProcessEnv): void {
  if (dev === undefined || folder === undefined) return
  const cwd = resolve(folder)
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(
      `beside.folder of app/routing.ts: ${folder} is not a folder; allowed: that of the old application`,
    )
  }
  if (origin === undefined) throw new CommandError('beside.origin of app/routing.ts is missing, and BESIDE_ORIGIN too')
  const { port, protocol } = new URL(origin)
  const PORT = port || (protocol === 'https:' ? '443' : '80')
  // A package manager starts the server in a process below its own. A process group ends with all of them.
  const child = spawn(dev, {
    cwd,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PORT },
  })
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (line) => process.stderr.write(`old | ${line}\n`))
  }
  child.on('exit', (code, signal) => process.stderr.write(`old | ended (${signal ?? code})\n`))
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid)
    } catch {
      // It has ended.
    }
  }
  process.once('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      end()
      // The signal ends this process now, because it has no listener any more.
      process.kill(process.pid, signal)
    })
  }
}
