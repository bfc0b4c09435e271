import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { PluginOption } from 'vite'
import type { App } from 'vinxi'
import { ENTRY, writeCompileCache } from '#fairlead/host/vite/compile-cache.ts'
import { readEnvFiles } from '#fairlead/host/env-files.ts'
import { takeLock } from '#fairlead/host/lock.mjs'

/** Routers that the host serves in production. */
const SERVED = new Set(['monitoring', 'start'])

export const OUTPUT = '.output'

/**
 * The folder of the builds. Each build has a folder in it, so that a process can serve its build after another one has
 * been published.
 */
const BUILDS = join(OUTPUT, 'builds')

const BUILDS_KEPT = 3

export const NODE = 24

/**
 * The oldest browsers that builds are for: Baseline widely available on 2026-11-28. Newer features in code and styles
 * need a fallback, see tests/fairlead/lint/browser-support.ts.
 */
export const BROWSERS = { chrome: '125', firefox: '126', safari: '17.5' }

const NEXT = join(BUILDS, String(Date.now()))

export const CLIENT_OUTPUT = join(NEXT, 'public')

/** The folder of the browser's scripts and style sheets. vinxi deletes the scripts below `assets`, Vite's default. */
export const ASSETS = '_build'

export const SERVER_OUTPUT = join(NEXT, 'server')

/**
 * The folder of the source maps of the browser's files, which is not served. It is as deep as the folder of those
 * files, because the maps contain relative paths.
 */
export const SOURCE_MAPS = '.vinxi/build/start/maps'

/** Variable with the level of Vite's log: `warn`, else `info`. Set by `npm run build`. */
export const BUILD_LOG = 'FAIRLEAD_BUILD_LOG'

const STAMP = join(OUTPUT, 'built-from')

/** The program of the server; with `jobs run NAME` it runs a job instead. */
export const MAIN = join(OUTPUT, 'server/index.mjs')

/** Begins the name of a file that marks a build as used by a process, see public-files.ts. */
const IN_USE = 'in-use-'

/** The file of a build that lists the size of each of its files by path. */
const FILES = 'files.json'

/**
 * The names of the builds, the current one first, and the hash of its inputs. The hash is missing if the build may have
 * read other inputs: such a build is made again.
 */
type Stamp = { inputs?: string; builds: readonly string[] }

/**
 * Returns the folder of the library if it is a link to another project, because no lock file describes its contents.
 */
function linkedLibrary(root = process.cwd()): string[] {
  const folder = relative(root, join(import.meta.dirname, '../..'))
  return folder.startsWith('..') && !folder.includes('node_modules/') ? [folder] : []
}

/**
 * Hashes the contents of all files that a build reads, so that a fresh checkout of the same files counts as the same
 * build. The route tree and the types of messages are left out, because the build writes them. `savedMs` is the time at
 * which the last of the files was saved.
 */
function readInputs(): { inputs: string; savedMs: number } {
  const { ROUTING_TABLE: table = '', ASSETS_ORIGIN: assets = '' } = process.env
  // Unlike a glob, `readdirSync` lists names that begin with a dot, such as public/.well-known.
  const folders = ['app', 'public', ...linkedLibrary()].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules') && !path.endsWith('.d.json.ts'))
      .map((path) => join(folder, path)),
  )
  const files = [...folders, ...globSync('*.ts'), 'package.json', 'package-lock.json', 'tsconfig.json']
  const hash = createHash('sha256').update(process.version).update(`${table}\0${assets}`)
  const variables = readEnvFiles('production')
  // These variables are written into the browser's files; the others are read at each start.
  const written = Object.keys(variables).filter((name) => name.startsWith('VITE_'))
  for (const name of written.toSorted()) hash.update(`\0${name}\0${variables[name]}`)
  let savedMs = 0
  for (const file of [...files, table].toSorted()) {
    if (!file || file === 'routeTree.gen.ts') continue
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) continue
    hash.update(`\0${file}\0`).update(readFileSync(file))
    savedMs = Math.max(savedMs, found.ctimeMs)
  }
  return { inputs: hash.digest('hex'), savedMs }
}

function fileSizes(folder: string): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(paths.map((path) => [relative(folder, path), statSync(path).size]))
}

function readStamp(): Stamp {
  try {
    return { builds: [], ...(JSON.parse(readFileSync(STAMP, 'utf8')) as Partial<Stamp>) }
  } catch {
    // The file is missing or damaged.
    return { builds: [] }
  }
}

/** Returns the folders of the builds that are kept. */
export const earlierBuilds = (): string[] => readStamp().builds.map((name) => join(BUILDS, name))

function isComplete(name: string | undefined): boolean {
  if (name === undefined) return false
  const folder = join(BUILDS, name)
  const file = join(folder, FILES)
  if (!existsSync(file)) return false
  const files = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  return Object.entries(files).every(
    ([path, size]) => statSync(join(folder, path), { throwIfNoEntry: false })?.size === size,
  )
}

/** True if the output was built from the current files and is complete. */
export function isBuilt({ inputs }: { inputs: string } = readInputs()): boolean {
  const stamp = readStamp()
  return stamp.inputs === inputs && isComplete(stamp.builds[0])
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True if a process loads chunks and files of a build, or if the entry would start it. */
function isInUse(name: string): boolean {
  if (existsSync(MAIN) && readFileSync(MAIN, 'utf8').includes(`/${name}/`)) return true
  const marks = readdirSync(join(BUILDS, name)).filter((file) => file.startsWith(IN_USE))
  return marks.some((mark) => isRunning(Number(mark.slice(IN_USE.length))))
}

function deleteOtherBuilds(builds: readonly string[]): void {
  for (const name of existsSync(BUILDS) ? readdirSync(BUILDS) : []) {
    if (!builds.includes(name) && !isInUse(name)) rmSync(join(BUILDS, name), { recursive: true })
  }
}

/** Writes a file in one step, so that nobody reads a part of it. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.next`, text)
  renameSync(`${file}.next`, file)
}

/** Returns the program that starts a build. An older Node would fail at the first feature that it lacks. */
const startOf = (name: string): string => `if (Number.parseInt(process.versions.node) < ${NODE}) {
  console.error('This build needs Node ${NODE} or newer, and was started by ' + process.version)
  process.exit(1)
}
await import('../builds/${name}/server/index.mjs')
`

function publish(inputs: string | undefined): void {
  const name = basename(NEXT)
  const builds = [name, ...readStamp().builds].slice(0, BUILDS_KEPT)
  writeWhole(MAIN, startOf(name))
  writeWhole(STAMP, JSON.stringify({ inputs, builds }))
  deleteOtherBuilds(builds)
}

function summary(files: Record<string, number>, ms: number): string {
  const scripts = Object.entries(files).filter(([path]) => /^public.*\.js$/.test(path))
  const kb = (sizes: number[]) => `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_000)} kB`
  const compressed = kb(scripts.map(([path, size]) => files[`${path}.br`] ?? size))
  const all = kb(scripts.map(([, size]) => size))
  return `Built ${OUTPUT} in ${(ms / 1_000).toFixed(1)} s: ${scripts.length} scripts of ${all}, ${compressed} with Brotli`
}

/** The options of `fairlead()`, all of which may be left out. */
export type ConfigOptions = {
  /** Plugins of Vite that the application adds, for dev and for builds. */
  readonly plugins?: readonly PluginOption[]
}

/**
 * Replaces vinxi's build, which would continue with Nitro: Vite builds the whole server. A folder has one build at a
 * time, which is published when it is complete. A process that waited while another one built the same files builds
 * nothing.
 */
export function buildByVite(app: App, options: ConfigOptions = {}): void {
  app.hooks.hook('app:build:start', async () => {
    const other = app.config.routers.find(({ name }) => !SERVED.has(name))
    if (other) {
      throw new Error(`app.config.ts: nothing serves the router ${JSON.stringify(other.name)}; make it a server route`)
    }
    let waited = false
    await takeLock('build', () => {
      waited = true
      process.stderr.write('Another process is building in this folder; waiting for it…\n')
    })
    const startMs = performance.now()
    const { inputs, savedMs } = readInputs()
    if (waited && isBuilt({ inputs })) process.exit(0)
    deleteOtherBuilds(readStamp().builds)
    const { buildApplication } = await import('#fairlead/host/vite/build-application.ts')
    const external = await buildApplication(options)
    writeFileSync(join(SERVER_OUTPUT, 'index.mjs'), ENTRY)
    const files = fileSizes(NEXT)
    // The cache comes after the sizes, because a server may add to it.
    await writeCompileCache(SERVER_OUTPUT, external)
    writeFileSync(join(NEXT, FILES), JSON.stringify(files))
    // This process may have read a file before it was saved.
    publish(savedMs < performance.timeOrigin ? inputs : undefined)
    process.stderr.write(`${summary(files, performance.now() - startMs)}\n`)
    process.exit(0)
  })
}
