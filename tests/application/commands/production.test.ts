import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isOfBuild } from '#tests/harness/built-folder.ts'
import { root } from '#tests/harness/project-files.ts'
import { ask } from '#tests/harness/request.ts'
import { servedFolder, startServer } from '#tests/harness/start-server.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'

const LIBRARY = 'node_modules/fairlead'

type Lock = { packages: Record<string, { dev?: boolean }> }

/** The packages are links: their own imports are looked up beside the links, where no tool is. */
const START = ['--preserve-symlinks', 'node_modules/fairlead/cli/bootstrap.mjs', 'start']

/** A copy of the built application, with the packages that `npm ci --omit=dev` installs. */
let folder: string

beforeAll(() => {
  folder = temporaryFolder(join(root, 'tests/.tmp'))
  const isLeft = (path: string) => /^\/(node_modules|data|built-from|\.vinxi)(\/|$)/.test(path)
  const isCopied = (path: string) => isOfBuild(path) && !isLeft(path.slice(servedFolder().length))
  cpSync(servedFolder(), folder, { recursive: true, filter: isCopied })

  const lock = JSON.parse(readFileSync(join(servedFolder(), 'node_modules/.package-lock.json'), 'utf8')) as Lock
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev))
  for (const path of Object.keys(packages)) {
    if (path.lastIndexOf('node_modules/') > 0) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path === LIBRARY) cpSync(join(servedFolder(), path), join(folder, path), { recursive: true })
    else symlinkSync(join(root, path), join(folder, path))
  }
  mkdirSync(join(folder, 'node_modules/.bin'))
  symlinkSync(join(root, 'node_modules/.bin/node'), join(folder, 'node_modules/.bin/node'))
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ ...lock, packages }))
})
describe('npm start after npm ci --omit=dev', () => {
  it('serves a build, and installs nothing', async () => {
    const server = await startServer({ args: START, cwd: folder })
    expect((await ask('/healthz', server)).status).toBe(200)
    expect((await ask('/', server)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.log.filter((line) => /build|install/i.test(line))).toEqual([])
  })

  it('reads the env files', async () => {
    writeFileSync(join(folder, '.env'), 'RETENTION_DAYS=-1\n')
    await expect(startServer({ args: START, cwd: folder })).rejects.toThrow(
      /ended with 1 .*\nRETENTION_DAYS: its value is not allowed/,
    )
    writeFileSync(join(folder, '.env.production'), 'RETENTION_DAYS=7\n')
    const server = await startServer({ args: START, cwd: folder })
    expect(await server.stop()).toBe(0)
  })
})
