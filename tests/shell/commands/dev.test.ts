import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#tests/harness/request.ts'
import { type DevServer, startDev } from '#tests/harness/start-dev.ts'

const SECRET = 'the-text-of-a-secret-file'

/** Files that are not source code. */
const DENIED = [
  'data/operator-token',
  'data/app.db',
  'data/reports.db-wal',
  'data/other',
  'private/data/operator-token',
  'private/data/uploads/other.ts',
  'backups/monday/app.db',
  'backups/monday/fairlead.dump',
  '.env',
  '.env.local',
  '.envrc',
  '.git/config',
  '.output/server/index.mjs',
  '.output/builds/1/server/index.mjs',
  '.vinxi/cache/entry',
  '.vinxi/build/start/maps/page.js.map',
  // A symlink, and a file below one.
  'app/linked.ts',
  'app/linked/operator-token',
  'public/linked.txt',
]

/** A source file, which every spelling has to find. */
const SOURCE = 'app/site.ts'

const encode = (path: string): string => path.replaceAll(/[^/]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)

/** Spellings of a file's URL: some are served, others have to lead nowhere. */
const SPELLINGS: Record<string, (path: string, folder: string) => string> = {
  plain: (path) => `/${path}`,
  '@fs': (path, folder) => `/@fs${folder}/${path}`,
  '@fs ?raw': (path, folder) => `/@fs${folder}/${path}?raw`,
  '@fs from the root': (path, folder) => `/@fs/${folder}/${path}`,
  '@fs with ..': (path, folder) => `/@fs${folder}/app/../${path}`,
  '@id': (path, folder) => `/@id${folder}/${path}?raw`,
  absolute: (path, folder) => `${folder}/${path}?raw`,
  '?raw': (path) => `/${path}?raw`,
  '?import&raw': (path) => `/${path}?import&raw`,
  '?raw??': (path) => `/${path}?raw??`,
  '?url': (path) => `/${path}?url`,
  '?url&inline': (path) => `/${path}?import&url&inline`,
  '?inline': (path) => `/${path}?inline`,
  '?import': (path) => `/${path}?import`,
  '?t': (path) => `/${path}?t=1`,
  '?worker_file': (path) => `/${path}?worker_file&type=module`,
  '.svg?': (path) => `/${path}?.svg?.wasm?init`,
  '#': (path) => `/${path}#/app/site.ts`,
  encoded: (path) => `/${encode(path)}`,
  'encoded ?raw': (path) => `/${encode(path)}?raw`,
  'encoded twice': (path) => `/${encode(path).replaceAll('%', '%25')}`,
  'encoded slashes': (path) => `/${path.replaceAll('/', '%2F')}`,
  'encoded query': (path) => `/${path}%3Fraw`,
  'encoded backslashes': (path) => `/${path.replaceAll('/', '%5C')}`,
  'upper case': (path) => `/${path.toUpperCase()}`,
  'slash at the end': (path) => `/${path}/`,
  'slash and ?raw': (path) => `/${path}/?raw`,
  'dot at the end': (path) => `/${path}.`,
  'space at the end': (path) => `/${path}%20`,
  'NUL at the end': (path) => `/${path}%00`,
  'stream of Windows': (path) => `/${path}::$DATA`,
  'two slashes': (path) => `//${path.replaceAll('/', '//')}`,
  'dot segments': (path) => `/./${path.replaceAll('/', '/./')}`,
  '..': (path) => `/app/../${path}`,
  'encoded ..': (path) => `/app/%2e%2e/${path}`,
  '.. and an encoded slash': (path) => `/app/..%2f${path}?raw`,
  backslash: (path) => `\\${path.replaceAll('/', '\\')}`,
  'base of the tunnel': (path) => `/monitoring/${path}`,
  'base of the tunnel and ..': (path) => `/monitoring/../${path}`,
  'base of the build': (path) => `/_build/../${path}`,
  'absolute target': (path) => `http://localhost/${path}`,
  'without a slash': (path) => path,
}

let dev: DevServer
beforeAll(async () => {
  dev = await startDev({ HOST: undefined, DATA_DIR: 'private/data', OPERATOR_TOKEN: 'a-token-that-is-set-here' })
  for (const path of DENIED.filter((name) => !name.includes('linked'))) {
    mkdirSync(dirname(join(dev.folder, path)), { recursive: true })
    writeFileSync(join(dev.folder, path), SECRET)
  }
  symlinkSync('../private/data/operator-token', join(dev.folder, 'app/linked.ts'))
  symlinkSync('../private/data/operator-token', join(dev.folder, 'public/linked.txt'))
  symlinkSync('../private/data', join(dev.folder, 'app/linked'))
}, 90_000)
afterAll(() => dev.stop())

/** Resolves to a file that dev serves. While Vite bundles packages it answers 504. */
async function served(path: string): Promise<string> {
  let answer = await ask(path, { origin: dev.origin })
  while (answer.status === 504) {
    await sleep(200)
    answer = await ask(path, { origin: dev.origin })
  }
  expect(answer.status, path).toBe(200)
  return answer.text
}

/** Resolves to the error's code, or to `open`. */
const reach = (host: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve('open')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
  })

describe('npm run dev', { timeout: 120_000 }, () => {
  it('listens on localhost only, for pages and for hot updates', async () => {
    const hotPort = Number(/const hmrPort = (\d+)/.exec(await served('/@vite/client'))?.[1])
    for (const port of [Number(new URL(dev.origin).port), hotPort]) {
      expect(await reach('localhost', port)).toBe('open')
      // Another address of this machine: a server on all interfaces would accept the connection.
      expect(await reach('127.0.0.2', port)).not.toBe('open')
    }
  })

  it('serves sources', async () => {
    for (const spelling of ['plain', '@fs', '?raw', 'encoded', '..'] as const) {
      const path = SPELLINGS[spelling]?.(SOURCE, dev.folder) ?? ''
      expect(await served(path), path).toContain('Fairlead')
    }
    expect((await ask('/@id/virtual:routing', { origin: dev.origin })).status).toBeLessThan(500)
  })

  it.each(Object.keys(SPELLINGS))('serves nothing else: %s', async (spelling) => {
    const shown: string[] = []
    for (const file of DENIED) {
      const path = SPELLINGS[spelling]?.(file, dev.folder) ?? ''
      const { status, text } = await ask(path, { origin: dev.origin }).catch(() => ({ status: 0, text: '' }))
      const encoded = Buffer.from(SECRET).toString('base64').slice(0, 20)
      if (text.includes(SECRET) || text.includes(encoded)) shown.push(`${status} ${path}`)
    }
    expect(shown).toEqual([])
  })
})
