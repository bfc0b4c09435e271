import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { packFromNext } from '#fairlead/cli/pack-command.ts'
import { templateFiles } from '#fairlead/cli/template-files.ts'
import { installLibrary, packedLibrary } from '#tests/harness/packed-library.ts'
import { root } from '#tests/harness/project-files.ts'
import { temporaryFolder } from '#tests/harness/temporary-folder.ts'
import { PLAIN_PAGE, addFiles, nextApplication } from '#tests/site/from-next/application.ts'

/** A new application with both packages, as npm installs them. */
let application: string

beforeAll(async () => {
  const [library, command] = [await packedLibrary(), await packFromNext(root, temporaryFolder())]
  application = temporaryFolder()
  const files = templateFiles({ name: 'Tides', languages: ['en'], parts: [], library: `file:${library}` })
  addFiles(application, Object.fromEntries(files))
  installLibrary(library, application, JSON.parse(files.get('package.json') ?? '') as object)
  const packages = join(application, 'node_modules')
  mkdirSync(join(packages, 'fairlead-from-next'))
  execFileSync('tar', ['-xzf', command, '-C', join(packages, 'fairlead-from-next'), '--strip-components=1'])
  // It had the programs of this project.
  rmSync(join(packages, '.bin'))
  mkdirSync(join(packages, '.bin'))
  symlinkSync('../fairlead-from-next/bin.js', join(packages, '.bin/fairlead-from-next'))
  symlinkSync(realpathSync(join(root, 'node_modules/.bin/node')), join(packages, '.bin/node'))
}, 240_000)

/** The environment of a terminal: without npm's variables, and with the Node of this machine. */
function terminal(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name))
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: folders.join(delimiter) }
}

it('from-next runs packed by npx in a new application, with the Node of its packages, and writes into it', () => {
  const next = nextApplication({
    'app/page.tsx': PLAIN_PAGE,
    'app/blog/[slug]/page.tsx': PLAIN_PAGE,
    'app/healthz/route.ts': 'export const GET = () => new Response()',
    'next.config.mjs': `export default { redirects: async () => [
  { source: '/old', destination: '/blog/new', permanent: true }, { source: '/(', destination: '/', permanent: true }] }`,
  })
  execFileSync('git', ['init', '--quiet'], { cwd: application })
  execFileSync('git', ['add', 'app'], { cwd: application })
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  execFileSync('git', [...author, 'commit', '-qm', 'Begin'], { cwd: application })
  const { status, stdout, stderr } = spawnSync('npx', ['--no', 'fairlead-from-next', next, '--write', '.'], {
    cwd: application,
    env: terminal(),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('pages 2, server routes 1, ')
  const read = (path: string) => readFileSync(join(application, path), 'utf8')
  expect(read('app/routing.ts')).toContain("redirects: [\n    {\n      source: '/old',\n")
  expect(read('MOVE.md')).toContain('`redirects[1]`: not written: the routing table has an issue')
  expect(read('MOVE.md')).toContain('[/blog/$slug](move/blog-$slug.md): 1 file')
  expect(read('move/blog-$slug.md')).toContain('- to `app/routes/blog/$slug.tsx`')
  expect(read('move/healthz.md')).toContain('- the address is taken here, by the server')
  const none = ['--old', 'http://127.0.0.1:1', '--new', 'http://127.0.0.1:1', '--http']
  const compared = spawnSync('npx', ['--no', 'fairlead-from-next', 'compare', ...none], {
    cwd: application,
    env: terminal(),
    encoding: 'utf8',
  })
  const why = 'http://127.0.0.1:1 does not answer; start it, or name another\n'
  expect([compared.status, compared.stderr]).toEqual([2, why])
})

it('from-next has the version of the library, and the same ranges of packages', () => {
  type Manifest = { version: string } & Record<'dependencies' | 'peerDependencies', Record<string, string>>
  const read = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest
  const [own, library] = [read('app/from-next'), read('app/fairlead')]
  const { fairlead, ...peers } = own.peerDependencies
  expect([own.version, fairlead]).toEqual([library.version, `~${library.version}`])
  const ranges = { ...library.dependencies, ...library.peerDependencies }
  // The library has no parser of HTML.
  const { parse5, ...shared } = own.dependencies
  expect(parse5).toMatch(/^\d/)
  const needed = Object.entries({ ...shared, ...peers })
  expect(needed.map(([name, range]) => [name, range.replace('~', '')])).toEqual(
    needed.map(([name]) => [name, ranges[name]?.replace('~', '')]),
  )
})

it('from-next refuses an old Node in one line', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`
  const bin = join(application, 'node_modules/fairlead-from-next/bin.js')
  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${old}`, bin], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'fairlead-from-next needs Node 22.18 or newer, and this is 20.20.2; the packages of an application have one, which npx takes in its folder\n',
  ])
})
