import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from '#fairlead/platform/env.server.ts'
import { ask } from '#tests/harness/request.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { servedFolder, startServer, testEnvironment } from '#tests/harness/start-server.ts'

const root = servedFolder()
const LIBRARY = 'node_modules/fairlead'
const START = [`${LIBRARY}/cli/bootstrap.mjs`, 'start']
const BUILT = join(root, '.output/server/index.mjs')
const BUILT_FROM = join(root, '.output/built-from')

async function run(
  variables: Record<string, string>,
  args = START,
  cwd = root,
): Promise<{ code: number | null; lines: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-'))
  const env = testEnvironment(dataDir, variables)
  const { code, out, err } = await runProgram(args, { cwd, env, limitMs: 60_000 })
  await rm(dataDir, { recursive: true, force: true })
  return { code, lines: `${out}\n${err}`.split('\n').filter((line) => line.trim() !== '') }
}

describe('start', () => {
  it('installs and builds nothing when nothing has changed, and logs one JSON object a line', async () => {
    const before = await Promise.all([stat(BUILT), readFile(BUILT_FROM, 'utf8')])
    const server = await startServer({ args: START })
    expect((await ask('/', { origin: server.origin })).status).toBe(200)
    expect(await server.stop()).toBe(0)

    const after = await Promise.all([stat(BUILT), readFile(BUILT_FROM, 'utf8')])
    expect(after[0].mtimeMs).toBe(before[0].mtimeMs)
    expect(after[1]).toBe(before[1])
    for (const line of server.log) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) })
    }
  })

  it('replaces its workers on SIGHUP', async () => {
    const server = await startServer({ args: START, env: { WORKERS: '2' } })
    const workers = () => server.log.filter((line) => line.includes('"a worker serves"'))
    await expect.poll(workers, { timeout: 40_000 }).toHaveLength(2)
    server.process.kill('SIGHUP')
    await expect.poll(workers, { timeout: 40_000 }).toHaveLength(4)
    expect(await server.stop()).toBe(0)
  }, 100_000)
})

it('a build that an older Node starts says which one it needs, in one line', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })`
  const { code, lines } = await run({}, ['--import', `data:text/javascript,${encodeURIComponent(older)}`, BUILT])
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^This build needs Node 24 or newer, and was started by v\d+/)],
  })
})

it('an installation does not warn of the Node that runs npm', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-'))
  // The repository has the library there. An installation deletes packages that the lock file does not have.
  const library = join(folder, 'app/fairlead')
  for (const file of ['package.json', 'cli/bootstrap.mjs', 'host/lock.mjs']) {
    await cp(join(root, LIBRARY, file), join(library, file))
  }
  await writeFile(join(library, 'cli/cli.js'), '')
  const own = { name: 'x', version: '1.0.0', engines: { node: '>=99' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(own))
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': own } }),
  )
  const { code, lines } = await run({}, ['app/fairlead/cli/bootstrap.mjs', 'start'], folder)
  await rm(folder, { recursive: true })
  expect(code).toBe(0)
  expect(lines.join('\n')).toContain('Installing packages')
  expect(lines.join('\n')).not.toContain('EBADENGINE')
})

describe('a bad variable stops the start with one line', () => {
  // All variables are in own-variables.test.ts: the command prints what is said there.
  it('PORT=abc', async () => {
    const { fault } = parseEnv(testEnvironment('data', { PORT: 'abc' })) as { fault: string }
    expect(fault).toContain('PORT')
    expect(await run({ PORT: 'abc' })).toEqual({ code: 1, lines: [fault] })
  })

  it('DATA_DIR=/dev/null/data, which cannot be created', async () => {
    const { code, lines } = await run({ DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^DATA_DIR: "\/dev\/.*allowed: a folder/)])
    const direct = await run({ DATA_DIR: '/dev/null/data' }, ['.output/server/index.mjs'])
    expect(direct).toEqual({ code, lines })
  })

  it.each(['a#b', '50%', 'why?'])('a path of the project with a sign of addresses: %s', async (name) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'fairlead-')), name)
    await cp(join(root, LIBRARY), join(folder, LIBRARY), { recursive: true })
    const { code, lines } = await run({}, START, folder)
    await rm(join(folder, '..'), { recursive: true })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^\/.*: the path contains [#%?], .* without #, % and \?$/)])
  })

  it.each(['1', '2'])('a port that is taken, with WORKERS=%s', async (WORKERS) => {
    const server = await startServer()
    const { code, lines } = await run({ PORT: new URL(server.origin).port, WORKERS })
    await server.stop()
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('PORT')
  })
})
