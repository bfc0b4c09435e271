import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEXT, workFolder } from '#tests/bench/comparison/peers.ts'
import { buildStandalone } from '#tests/bench/comparison/prepare.ts'
import { type Running, startProgram } from '#tests/bench/comparison/start.ts'
import { root } from '#tests/harness/project-files.ts'

/** The applications that are asked, folders of `tests/bench/peers`. */
type PeerName = 'next-pages' | 'next-intl'

/** Names of this machine. A rewrite by a proxy leaves Next.js if its URL has another one. */
const HOSTS = { 'next-pages': '127.0.0.1', 'next-intl': 'localhost' } as const

/** Writes a table to a file, and returns the environment of a peer that reads it. */
function environmentOf(name: PeerName, table: unknown): NodeJS.ProcessEnv {
  const file = join(root, `tests/.tmp/oracle-${name}.json`)
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  writeFileSync(file, JSON.stringify(table))
  return { NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1', ORACLE_TABLE: file }
}

/** Installs a peer with the versions that its package.json names, and builds it. */
export function buildPeer(name: PeerName, table: unknown): Promise<void> {
  return buildStandalone(name, [NEXT, 'build'], environmentOf(name, table))
}

/** Starts a peer that is built. */
export function servePeer(name: PeerName, table: unknown): Promise<Running> {
  return startProgram({
    name,
    cwd: workFolder(name),
    host: HOSTS[name],
    args: (port) => [NEXT, 'start', '--port', String(port), '--hostname', HOSTS[name]],
    variables: environmentOf(name, table),
    path: '/lab',
  })
}
