import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { builtFolder } from '#tests/harness/built-folder.ts'
import { ask } from '#tests/harness/request.ts'
import { testEnvironment } from '#tests/harness/start-server.ts'

/** Returns the paths of the public files of the build in an output folder. */
export function publicFiles(output: string): string[] {
  const folder = join(builtFolder(output), 'public')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
}

/** Returns the paths that a server does not serve correctly. */
export async function failing(origin: string, paths: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const path of paths) {
    const { status } = await ask(path, { origin })
    if (status >= 400) failed.push(`${status} ${path}`)
  }
  return failed
}

/** Starts a command of package.json in a folder, in its own process group. */
export function startCommand(name: string, folder: string): ChildProcess & { output: Promise<string> } {
  const env = testEnvironment(join(folder, 'data'))
  const child = spawn(process.execPath, ['node_modules/fairlead/cli/bootstrap.mjs', name], {
    cwd: folder,
    env,
    detached: true,
  })
  return Object.assign(child, { output: text(child.stderr) })
}

/** Kills a command and its children. */
export async function killCommand(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await exit
}
