import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/harness/free-port.ts'
import { root } from '#tests/harness/project-files.ts'

/** The applications that are asked, folders of `tests/bench/peers`. */
type PeerName = 'next-pages' | 'next-intl'

const folderOf = (name: PeerName) => join(root, 'tests/bench/peers', name)
/** Names of this machine. A rewrite by a proxy leaves Next.js if its URL has another one. */
const HOSTS = { 'next-pages': '127.0.0.1', 'next-intl': 'localhost' } as const

const nextOf = (name: PeerName) => join(folderOf(name), 'node_modules/next/dist/bin/next')

/** Time that the peer may take until it answers. */
const START_LIMIT_MS = 30_000

function run(name: PeerName, command: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(command, args, { cwd: folderOf(name), env, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`the peer: ${[command, ...args].join(' ')} failed`)
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_LIMIT_MS
  while (Date.now() < until && child.exitCode === null) {
    try {
      await fetch(`http://localhost:${port}/lab`, { redirect: 'manual' })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  throw new Error('the peer does not respond')
}

/** Writes a table to a file, and returns the environment of a peer that reads it. */
function environmentOf(name: PeerName, table: unknown): NodeJS.ProcessEnv {
  const file = join(root, `tests/.tmp/oracle-${name}.json`)
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  writeFileSync(file, JSON.stringify(table))
  return { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', ORACLE_TABLE: file }
}

/** Installs a peer with the versions that its package.json names, and builds it. Nothing of it is outside its folder. */
export function buildPeer(name: PeerName, table: unknown): void {
  // No lock file: it would have to name a compiler for each platform, and the versions are pinned.
  run(name, 'npm', ['install', '--no-package-lock', '--no-audit', '--no-fund'], process.env)
  run(name, process.execPath, [nextOf(name), 'build'], environmentOf(name, table))
}

/** Starts a peer that is built. */
export async function servePeer(name: PeerName, table: unknown): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort()
  const args = [nextOf(name), 'start', '--port', String(port), '--hostname', HOSTS[name]]
  const options = { cwd: folderOf(name), env: environmentOf(name, table) }
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'ignore', 'ignore'] })
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
