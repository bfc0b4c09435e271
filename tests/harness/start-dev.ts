import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { vi } from 'vitest'
import { freePort } from '#tests/harness/free-port.ts'
import { commandIn, root } from '#tests/harness/project-files.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'
import { copyApplication } from '#tests/application/build.ts'

/** Time for the first page of dev, in milliseconds. */
const START_LIMIT_MS = 180_000

export type DevServer = {
  origin: string
  /** Folder of the application. */
  folder: string
  /** Lines of its log so far. */
  log: readonly string[]
  stop: () => void
}

type DevOptions = {
  /** Folder of an application; by default a copy of the shell's application, which `stop` removes. */
  folder?: string
}

async function copyShell(): Promise<string> {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, 'tests/.tmp/dev-'))
  await copyApplication(folder)
  return folder
}

/**
 * Runs `npm run dev` and waits until it responds.
 *
 * @param env variables besides those of a test server; `undefined` unsets one
 */
export async function startDev(
  env: Record<string, string | undefined> = {},
  { folder: given }: DevOptions = {},
): Promise<DevServer> {
  const folder = given ?? (await copyShell())
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dev = spawn(process.execPath, [commandIn(folder), 'dev'], {
    cwd: folder,
    env: { ...testEnvironment(join(folder, 'data'), { PORT: String(port), NODE_ENV: 'development' }), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  const log: string[] = []
  createInterface(dev.stdout).on('line', (line) => log.push(line))
  const stop = () => {
    process.kill(-(dev.pid ?? 0), 'SIGKILL')
    if (given === undefined) rmSync(folder, { recursive: true, force: true })
  }
  // The request rejects until the server listens.
  await vi
    .waitFor(() => fetch(origin), { timeout: START_LIMIT_MS, interval: 500 })
    .catch((error: unknown) => {
      stop()
      throw error
    })
  return { origin, folder, log, stop }
}
