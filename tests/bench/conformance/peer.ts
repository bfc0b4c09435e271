import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '#tests/harness/project-files.ts'

const folder = join(root, 'tests/bench/peers/next-pages')
const NEXT = join(folder, 'node_modules/next/dist/bin/next')

/** Time that the peer may take until it answers. */
const START_LIMIT_MS = 30_000

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(command, args, { cwd: folder, env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`the peer: ${[command, ...args].join(' ')} failed`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until && child.exitCode === null) {
    try {
      await fetch(`http://127.0.0.1:${port}/lab`, { redirect: 'manual' })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('the peer does not respond')
}

/** Installs the peer with the versions that its package.json names, builds it with a table and starts it. Nothing of it is outside its folder. */
export async function startPeer(table: unknown): Promise<{ port: number; stop: () => Promise<void> }> {
  const file = join(root, 'tests/.tmp/oracle-table.json')
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  writeFileSync(file, JSON.stringify(table))
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', ORACLE_TABLE: file }

  // No lock file: it would have to name a compiler for each platform, and the versions are pinned.
  run('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], process.env)
  run(process.execPath, [NEXT, 'build'], env)
  const port = await freePort()
  const args = [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1']
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'ignore'] })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  await answers(port, child).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { port, stop }
}
