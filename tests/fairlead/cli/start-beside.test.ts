import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { startBeside } from '#fairlead/cli/start-beside.ts'
import { freePort } from '#tests/harness/free-port.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const BESIDE = { cookies: [], keep: [], share: {}, dev: 'node old.js', folder: 'nowhere' }

it('an old application in a folder that does not exist is refused by its name', () => {
  expect(() => startBeside(BESIDE, 'http://localhost:1', {})).toThrow('nowhere is not a folder')
})

it('an old application without an origin is refused', () => {
  expect(() => startBeside({ ...BESIDE, folder: '.' }, undefined, {})).toThrow(
    'beside.origin of app/routing.ts is missing',
  )
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  'the old application listens at its port, and ends with the process that %s ends',
  async (signal) => {
    const folder = temporaryFolder()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = `require('http').createServer((_, response) => response.end('old')).listen(process.env.PORT, '127.0.0.1')`
    writeFileSync(join(folder, 'old.js'), server)
    const module = pathToFileURL(join(root, 'app/fairlead/cli/start-beside.ts')).href
    const beside = JSON.stringify({ ...BESIDE, folder })
    const code = `(await import('${module}')).startBeside(${beside}, '${origin}', process.env); setInterval(() => {}, 1000)`
    const dev = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore', cwd: root })
    const answer = () =>
      fetch(origin).then(
        (response) => response.text(),
        () => 'none',
      )
    await vi.waitFor(async () => expect(await answer()).toBe('old'), 20_000)
    dev.kill(signal)
    await once(dev, 'exit')
    await vi.waitFor(async () => expect(await answer()).toBe('none'), 20_000)
  },
)
