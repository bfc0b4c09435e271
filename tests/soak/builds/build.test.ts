import { once } from 'node:events'
import { appendFileSync, existsSync, globSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApplication } from '#tests/harness/make-application.ts'
import { root } from '#tests/harness/project-files.ts'
import { startServer } from '#tests/harness/start-server.ts'
import { failing, killCommand, publicFiles, startCommand } from '#tests/application/commands/build-commands.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const START = ['node_modules/fairlead/cli/bootstrap.mjs', 'start']
const BUILD_MS = 240_000

let copy: string
beforeAll(async () => {
  copy = temporaryFolder(join(root, 'tests/.tmp'))
  await makeApplication(copy, { name: 'Twice', languages: ['en', 'de', 'ja', 'ar'], parts: [] }, symlinkSync)
})

describe('npm start in a folder of its own', { timeout: BUILD_MS }, () => {
  it('twice at once builds once, after a build that was killed, and both serve all of it', async () => {
    const killed = startCommand('build', copy)
    await expect.poll(() => existsSync(join(copy, '.output/builds')), { timeout: BUILD_MS }).toBe(true)
    await killCommand(killed)
    expect(existsSync(join(copy, '.output/built-from'))).toBe(false)

    const servers = await Promise.all([1, 2].map(() => startServer({ args: START, cwd: copy, limitMs: BUILD_MS })))
    const waited = servers.filter(({ log }) => log.some((line) => line.startsWith('Another process is building')))
    expect(waited).toHaveLength(1)
    const built = servers.find((server) => !waited.includes(server))
    expect(built?.log.filter((line) => !line.startsWith('{'))).toEqual([
      expect.stringMatching(/^Building /),
      expect.stringMatching(/^Built \.output in [\d.]+ s: \d+ scripts of \d+ kB, \d+ kB with Brotli$/),
    ])
    const paths = publicFiles(join(copy, '.output'))
    expect(paths.length).toBeGreaterThan(40)
    for (const { origin, stop } of servers) {
      expect(await failing(origin, ['/', '/guestbook', ...paths])).toEqual([])
      expect(await stop()).toBe(0)
    }
    expect(readdirSync(join(copy, '.output/builds'))).toHaveLength(1)
  })
})

describe('npm run build in a folder of its own', { timeout: BUILD_MS }, () => {
  it('twice at once builds once, and both end', async () => {
    const builds = [1, 2].map(() => startCommand('build', copy))
    const codes = await Promise.all(builds.map(async (build) => ((await once(build, 'exit')) as [number])[0]))
    const said = (await Promise.all(builds.map(({ output }) => output))).join('')
    expect(codes, said).toEqual([0, 0])
    expect(said.match(/^Built /gm)).toHaveLength(1)
  })

  it('is made again by the next start if a file was saved after it had begun', async () => {
    const builds = () => globSync('.output/builds/*', { cwd: copy }).length
    const before = builds()
    const first = startCommand('build', copy)
    await expect.poll(builds, { timeout: BUILD_MS }).toBe(before + 1)
    const second = startCommand('build', copy)
    await once(second.stderr ?? second, 'data')
    appendFileSync(join(copy, 'app/site.ts'), '\n')
    expect([await once(first, 'exit'), await once(second, 'exit')]).toEqual([
      [0, null],
      [0, null],
    ])
    expect(await second.output).toMatch(/^Another process is building .*\nBuilt /)

    const start = startCommand('start', copy)
    const [said] = (await once(start.stderr ?? start, 'data')) as [Buffer]
    expect(String(said)).toContain('Building')
    await killCommand(start)
  })
})
