import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PEERS, type PageName, pathOf, workFolder } from '#tests/bench/comparison/peers.ts'
import { type Running, SERVER_CORE, startProgram } from '#tests/bench/comparison/start.ts'
import { root } from '#tests/harness/project-files.ts'

/** Headers that Node sends itself, or that belong to a connection and not to an answer. */
const LEFT = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'])

/** Starts the bare server with the very bytes that Fairlead answers. */
export async function startNodeHttp(fairlead: Running, pages: readonly PageName[]): Promise<Running> {
  const answers = await Promise.all(
    pages.map(async (page) => {
      const path = pathOf(PEERS.fairlead, page)
      const response = await fetch(fairlead.origin + path, { headers: { 'accept-encoding': 'identity' } })
      const headers = Object.fromEntries([...response.headers].filter(([name]) => !LEFT.has(name)))
      const body = Buffer.from(await response.arrayBuffer()).toString('base64')
      return [path, { status: response.status, headers, body }] as const
    }),
  )
  const folder = workFolder('node-http')
  mkdirSync(folder, { recursive: true })
  const CAPTURED = join(folder, 'captured.json')
  writeFileSync(CAPTURED, JSON.stringify(Object.fromEntries(answers)))
  return startProgram({
    name: 'node-http',
    cwd: join(root, 'tests/bench/peers/node-http'),
    args: () => ['server.mjs'],
    path: pathOf(PEERS.fairlead, pages[0] ?? 'home'),
    variables: { CAPTURED },
    cores: SERVER_CORE,
  })
}
