import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { App } from 'vinxi'
import { ENTRY, writeCompileCache } from '#app/host/commands/compile-cache.ts'
import { takeLock } from '#app/host/commands/lock.mjs'

/** Folder that the build is served from, below the project's root. */
export const OUTPUT = '.output'

/** Folder of a running build. Beside the output, because source maps name their sources by relative paths. */
export const NEXT_OUTPUT = '.output.next'

/** Folder that Vite writes the server's files to. As deep as the one they end in, for the source maps. */
export const SERVER_OUTPUT = `${NEXT_OUTPUT}/app`

/** Folder of the compiled application, below the project's root. */
export const START_OUTPUT = '.vinxi/build/start'

/** Folder of the browser's files while they are built. */
export const CLIENT_OUTPUT = `${START_OUTPUT}/client`

/** Folder of the source maps of the browser's files, which is not served. */
export const SOURCE_MAPS = `${START_OUTPUT}/maps`

/** Folder of the build before, while a new one takes its place. */
export const PREVIOUS_OUTPUT = '.output.previous'

/** Variable with the level of Vite's log: `warn`, else `info`. Set by `npm run build`. */
export const BUILD_LOG = 'FAIRLEAD_BUILD_LOG'

/** File in the output with the hash of its inputs, and the size of each of its files by path. */
const STAMP = 'built-from'

/** `inputs` is missing where the build may have read others: such a build is made again. */
type Stamp = { inputs?: string; files: Record<string, number> }

/**
 * Hashes the contents of all files that a build reads, so that a fresh checkout of the same files is the same build. The
 * route tree is left out, because the build writes it. `savedMs` is when the last of them was saved.
 */
function readInputs(): { inputs: string; savedMs: number } {
  const { ROUTING_TABLE: table = '', SKIP_UPSTREAM_PATCHES: skipped = '' } = process.env
  const files = globSync(['app/**', 'public/**', '*.ts', 'package.json', 'package-lock.json', 'tsconfig.json'])
  const hash = createHash('sha256').update(process.version).update(`${table}\0${skipped}`)
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

function readStamp(): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(join(OUTPUT, STAMP), 'utf8')) as Stamp
  } catch {
    // Missing, or of another format.
    return undefined
  }
}

/** Returns `true` if the output was built from the current files and is complete. */
export function isBuilt({ inputs } = readInputs()): boolean {
  const stamp = readStamp()
  return (
    stamp?.inputs === inputs &&
    Object.entries(stamp.files).every(
      ([path, size]) => statSync(join(OUTPUT, path), { throwIfNoEntry: false })?.size === size,
    )
  )
}

/** Makes one folder of Vite's files of the server and of Nitro's, all of which are chunks. */
function joinServerFiles(): void {
  const nitro = join(NEXT_OUTPUT, 'server')
  for (const name of readdirSync(join(nitro, 'chunks'))) {
    renameSync(join(nitro, 'chunks', name), join(SERVER_OUTPUT, 'chunks', name))
  }
  rmSync(nitro, { recursive: true })
  renameSync(SERVER_OUTPUT, nitro)
  writeFileSync(join(nitro, 'index.mjs'), ENTRY)
}

/** Replaces the old output by the new one. A process that serves the old one has read all of it already. */
function replaceOutput(stamp: Stamp): void {
  writeFileSync(join(NEXT_OUTPUT, STAMP), JSON.stringify(stamp))
  rmSync(PREVIOUS_OUTPUT, { recursive: true, force: true })
  if (existsSync(OUTPUT)) renameSync(OUTPUT, PREVIOUS_OUTPUT)
  renameSync(NEXT_OUTPUT, OUTPUT)
  rmSync(PREVIOUS_OUTPUT, { recursive: true, force: true })
}

/** Says in one line what was built. */
function summary(files: Stamp['files'], ms: number): string {
  const scripts = Object.entries(files).filter(([path]) => /^public.*\.js$/.test(path))
  const kb = (sizes: number[]) => `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_000)} kB`
  const compressed = kb(scripts.map(([path, size]) => files[`${path}.br`] ?? size))
  const all = kb(scripts.map(([, size]) => size))
  return `Built ${OUTPUT} in ${(ms / 1_000).toFixed(1)} s: ${scripts.length} scripts of ${all}, ${compressed} with Brotli`
}

/**
 * Makes vinxi's build atomic: one at a time per folder, written beside the output and moved into its place once complete. A
 * process that waited while another built the same files builds nothing. The process that holds the lock writes the files,
 * and one that ends with it.
 */
export async function atomicOutput(app: App): Promise<void> {
  if (process.argv[2] !== 'build') return
  let waited = false
  await takeLock('build', () => {
    waited = true
    process.stderr.write('Another process is building in this folder; waiting for it…\n')
  })
  const startMs = performance.now()
  const read = readInputs()
  if (waited && isBuilt(read)) process.exit(0)
  // This process may have read a file before it was saved.
  const stamp = read.savedMs < performance.timeOrigin ? { inputs: read.inputs } : {}
  rmSync(NEXT_OUTPUT, { recursive: true, force: true })
  app.hooks.hook('app:build:end', async () => {
    joinServerFiles()
    const files = fileSizes(NEXT_OUTPUT)
    // After the sizes: a server may add to it.
    await writeCompileCache(join(NEXT_OUTPUT, 'server'))
    replaceOutput({ ...stamp, files })
    process.stderr.write(`${summary(files, performance.now() - startMs)}\n`)
  })
}
