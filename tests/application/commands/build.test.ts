import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFolder } from '#fairlead/cli/export-static.ts'
import { builtFolder, copyOutput } from '#tests/harness/built-folder.ts'
import { ask } from '#tests/harness/request.ts'
import { runProgram } from '#tests/harness/run-program.ts'
import { root } from '#tests/harness/project-files.ts'
import { copyApplication } from '#tests/application/build.ts'
import { servedFolder, startServer, testEnvironment } from '#tests/harness/start-server.ts'
import { failing, killCommand, publicFiles, startCommand } from '#tests/application/commands/build-commands.ts'
import { startForTest } from '#tests/harness/with-server.ts'

const BUILD_MS = 240_000

let copy: string
beforeAll(async () => {
  mkdirSync(join(root, 'tests/.tmp'), { recursive: true })
  copy = mkdtempSync(join(root, 'tests/.tmp/build-'))
  await copyApplication(copy)
  copyOutput(join(copy, '.output'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const stamp = () => readFileSync(join(copy, '.output/built-from'), 'utf8')

describe('npm start in a folder of its own', { timeout: BUILD_MS }, () => {
  it.each(['public/.well-known/security.txt', 'app/styles/later.css'])(
    'finds its build out of date after a new file %s',
    (path) => {
      const isBuilt = () => {
        const program = `console.log((await import('./node_modules/fairlead/host/vite/build-output.js')).isBuilt())`
        const args = ['--input-type=module', '--eval', program]
        return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' }).stdout.trim()
      }
      expect(isBuilt()).toBe('true')
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), '')
      expect(isBuilt()).toBe('false')
      rmSync(join(copy, path))
    },
  )

  it.each(['https://assets.example/path', 'ftp://assets.example'])(
    'refuses to build with ASSETS_ORIGIN=%s',
    async (value) => {
      const env = testEnvironment(join(copy, 'data'), { ASSETS_ORIGIN: value })
      const { code, err } = await runProgram(['node_modules/fairlead/cli/cli.js', 'build'], { cwd: copy, env })
      expect([code, err]).toEqual([
        1,
        `ASSETS_ORIGIN: "${value}" is not an origin; allowed: one such as https://assets.example.com, without a path\n`,
      ])
    },
  )

  it.each([
    [['--static', 'app'], '--static app: it has files already; allowed: an empty folder'],
    [['--sttic', 'site'], 'build --sttic site: allowed: --verbose, --static FOLDER'],
  ])('refuses build %j before it builds', async (args, fault) => {
    const before = stamp()
    const env = testEnvironment(join(copy, 'data'))
    const { code, err } = await runProgram(['node_modules/fairlead/cli/cli.js', 'build', ...args], { cwd: copy, env })
    expect(code).toBe(1)
    expect(err).toContain(fault)
    expect(stamp()).toBe(before)
  })

  it('takes no file and no empty name for the folder of --static', () => {
    expect(() => checkFolder('')).toThrow('--static takes a folder')
    expect(() => checkFolder('package.json')).toThrow('--static package.json: it is a file; allowed: an empty folder')
    expect(() => checkFolder('no-such-folder')).not.toThrow()
  })

  it('builds again when a file of the build is missing, and serves nothing without it', async () => {
    const script = publicFiles(join(copy, '.output')).find((path) => path.startsWith('/_build/')) ?? ''
    rmSync(join(builtFolder(join(copy, '.output')), 'public', script))
    const env = testEnvironment(join(copy, 'data'))
    const direct = await runProgram(['.output/server/index.mjs'], { cwd: copy, env })
    expect(direct).toMatchObject({ code: 1, err: expect.stringMatching(/^the build is incomplete: .*\n$/) })

    const start = startCommand('start', copy)
    const [first] = (await once(start.stderr ?? start, 'data')) as [Buffer]
    expect(String(first)).toContain('Building')
    await killCommand(start)
  })

  it("has the browser's files in the build, but for the source maps, which stay on the machine", () => {
    const scripts = publicFiles(join(servedFolder(), '.output')).filter((path) => path.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(10)
    expect(readdirSync(join(servedFolder(), '.vinxi/build/start'))).toEqual(['maps'])
  })

  it('leaves the build in its place until another one is whole', async () => {
    const before = stamp()
    const file = join(copy, 'app/router.tsx')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nimport './no-such-module.ts'\n`)
    const failed = startCommand('build', copy)
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

it('a process serves its own build after another one was published', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(root, 'tests/.tmp/served-'))
  const output = join(folder, 'output')
  try {
    copyOutput(output)
    const paths = publicFiles(output)
    const server = await startForTest({ args: [join(output, 'server/index.mjs')] })
    await expect.poll(async () => (await ask('/healthz', server)).status).toBe(200)
    writeFileSync(join(output, 'server/index.mjs'), 'process.exit(1)')
    writeFileSync(join(output, 'built-from'), JSON.stringify({ builds: ['another'] }))
    expect(
      await failing(server.origin, ['/', '/guide/one', '/start', '/gallery', '/forms', '/de', '/ja', '/ar', ...paths]),
    ).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
