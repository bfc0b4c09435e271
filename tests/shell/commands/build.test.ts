import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { root } from '#tests/harness/project-files.ts'
import { copyApplication } from '#tests/shell/application/build.ts'
import { servedFolder, startServer, testEnvironment } from '#tests/harness/start-server.ts'

const START = ['app/host/commands/bootstrap.mjs', 'start']
const BUILD_MS = 240_000

let copy: string
beforeAll(() => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  copy = mkdtempSync(join(root, 'tests/.tmp/build-'))
  copyApplication(copy)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Returns the paths of the public files of a build. */
function publicFiles(folder: string): string[] {
  const entries = readdirSync(join(folder, 'public'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'public').length))
}

/** Returns the paths that a server does not serve correctly. */
async function failing(origin: string, paths: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const path of paths) {
    const { status } = await ask(path, { origin })
    if (status >= 400) failed.push(`${status} ${path}`)
  }
  return failed
}

/** Starts a command of package.json in the copy, in its own process group. */
function command(name: string): ChildProcess & { output: Promise<string> } {
  const env = testEnvironment(join(copy, 'data'))
  const child = spawn(process.execPath, ['app/host/commands/bootstrap.mjs', name], { cwd: copy, env, detached: true })
  return Object.assign(child, { output: text(child.stderr) })
}

/** Kills a command and its children. */
async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await exit
}

const stamp = () => readFileSync(join(copy, '.output/built-from'), 'utf8')

describe('npm start in a folder of its own', { timeout: BUILD_MS }, () => {
  it('twice at once builds once, after a build that was killed, and both serve all of it', async () => {
    const killed = command('build')
    await expect.poll(() => existsSync(join(copy, '.vinxi/build/start')), { timeout: BUILD_MS }).toBe(true)
    await kill(killed)
    expect(existsSync(join(copy, '.output'))).toBe(false)

    const servers = await Promise.all([1, 2].map(() => startServer({ args: START, cwd: copy, limitMs: BUILD_MS })))
    const waited = servers.filter(({ log }) => log.some((line) => line.startsWith('Another process is building')))
    expect(waited).toHaveLength(1)
    const built = servers.find((server) => !waited.includes(server))
    expect(built?.log.filter((line) => !line.startsWith('{'))).toEqual([
      expect.stringMatching(/^Building /),
      expect.stringMatching(/^Built \.output in [\d.]+ s: \d+ scripts of \d+ kB, \d+ kB with Brotli$/),
    ])
    const paths = publicFiles(join(copy, '.output'))
    expect(paths.length).toBeGreaterThan(50)
    for (const { origin, stop } of servers) {
      expect(await failing(origin, ['/', '/guide', ...paths])).toEqual([])
      expect(await stop()).toBe(0)
    }
    expect(readdirSync(copy).filter((name) => name.startsWith('.output.'))).toEqual([])
  })

  it('builds again when a file of the build is missing, and serves nothing without it', async () => {
    const script = publicFiles(join(copy, '.output')).find((path) => path.startsWith('/_build/')) ?? ''
    rmSync(join(copy, '.output/public', script))
    const direct = spawn(process.execPath, ['.output/server/index.mjs'], {
      cwd: copy,
      env: testEnvironment(join(copy, 'data')),
    })
    const [[code], said] = await Promise.all([once(direct, 'exit'), text(direct.stderr)])
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^the build is incomplete: .*\n$/) })

    const start = command('start')
    const [first] = (await once(start.stderr ?? start, 'data')) as [Buffer]
    expect(String(first)).toContain('Building')
    await kill(start)
  })

  it('leaves the build in its place until another one is whole', async () => {
    const before = stamp()
    const file = join(copy, 'app/client.tsx')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nimport './no-such-module.ts'\n`)
    const failed = command('build')
    const [code] = (await once(failed, 'exit')) as [number]
    expect(code, await failed.output).toBe(1)
    expect(stamp()).toBe(before)
    const server = await startServer({ cwd: copy, args: ['.output/server/index.mjs'] }).catch(
      (error: Error) => error.message,
    )
    // The file that the test before this one has removed is still missing: nothing was mended by halves.
    expect(server).toContain('the build is incomplete')
  })
})

it('a process that is loaded reads nothing of its build again', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(root, 'tests/.tmp/served-'))
  try {
    cpSync(join(servedFolder(), '.output'), join(folder, 'output'), { recursive: true })
    const paths = publicFiles(join(folder, 'output'))
    const server = await startServer({ args: [join(folder, 'output/server/index.mjs')] })
    await expect.poll(async () => (await ask('/healthz', server)).status).toBe(200)
    rmSync(folder, { recursive: true, force: true })
    expect(
      await failing(server.origin, ['/', '/guide/one', '/start', '/gallery', '/forms', '/de', '/ja', '/ar', ...paths]),
    ).toEqual([])
    await server.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
