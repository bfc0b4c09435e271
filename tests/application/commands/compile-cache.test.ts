import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { builtFolder, copyOutput } from '#tests/harness/built-folder.ts'
import { ask } from '#tests/harness/request.ts'
import { servedFolder, startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder(join(servedFolder(), '..'))
  copyOutput(join(folder, '.output'))
})
/** Starts the build of the folder, and returns the lines in which Node says how it used compiled code. */
async function startedWith(): Promise<{ status: number; accepted: number; rejected: number }> {
  const server = await startServer({ cwd: folder, env: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' } })
  const { status } = await ask('/start', { origin: server.origin })
  await server.stop()
  const count = (text: RegExp) => server.log.filter((line) => text.test(line)).length
  return { status, accepted: count(/was accepted/), rejected: count(/was rejected|mismatch|failed/) }
}

it('a build has the compiled code of its modules, also after it was moved', async () => {
  const { status, accepted } = await startedWith()
  expect(status).toBe(200)
  expect(accepted).toBeGreaterThan(30)
})

it('a start does without compiled code that is damaged', async () => {
  const cache = join(builtFolder(join(folder, '.output')), 'server/compile-cache')
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(30)
  for (const { parentPath, name } of files) writeFileSync(join(parentPath, name), 'not code')
  expect(await startedWith()).toMatchObject({ status: 200, accepted: 0 })
})
