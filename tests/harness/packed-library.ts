import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { packLibrary } from '#fairlead/cli/pack-command.ts'
import { takeLock } from '#fairlead/host/lock.mjs'
import { projectFiles, root } from '#tests/harness/project-files.ts'

const FOLDER = join(root, 'tests/.tmp/library')

/** Packs the library and returns the file. It is packed once: later runs find it until a file of the library changes. */
export async function packedLibrary(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const sources = projectFiles().filter((path) => path.startsWith('app/fairlead/'))
  for (const path of [...sources, 'tsconfig.json', 'package-lock.json', 'LICENSE']) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  const folder = join(FOLDER, hash.digest('hex').slice(0, 16))
  const find = () => (existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.tgz')) : undefined)
  const release = find() === undefined ? await takeLock('pack') : () => {}
  try {
    const found = find()
    if (found !== undefined) return join(folder, found)
    rmSync(FOLDER, { recursive: true, force: true })
    return await packLibrary(root, folder)
  } finally {
    release()
  }
}

type Manifest = { version: string; imports: object; dependencies: object; peerDependencies: object }
type Lock = { packages: Record<string, { link?: boolean }> }

const without = (object: object, ...names: string[]): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Copies the files of an application that has the packed library as a package. */
export function copyApplicationFiles(files: ReadonlyMap<string, string>, library: string, to: string): void {
  for (const [path, source] of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    copyFileSync(join(root, source), join(to, path))
  }
  installLibrary(library, to, readJson(join(to, 'package.json')) as Manifest)
}

/**
 * Installs the packed library in the folder of an application, as npm would: its files in `node_modules/fairlead`, next
 * to links to the packages of this project. The lock file is this project's, with the package added.
 *
 * @param manifest package.json of the application, where the library is added
 * @param link puts a package of this project into the application
 */
export function installLibrary(
  file: string,
  to: string,
  manifest: object,
  link: (from: string, to: string) => void = symlinkSync,
): void {
  const packages = join(to, 'node_modules')
  mkdirSync(join(packages, 'fairlead'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    // Tools write to their folders, and npm's list names the packages that are installed here.
    if (/^\.(?!bin$)|^fairlead(-from-next)?$/.test(name)) continue
    link(join(root, 'node_modules', name), join(packages, name))
  }
  execFileSync('tar', ['-xzf', file, '-C', join(packages, 'fairlead'), '--strip-components=1'])
  // npm does this with the programs of a package.
  chmodSync(join(packages, 'fairlead/cli/bootstrap.mjs'), 0o755)

  const version = `file:${file}`
  const dependencies = { ...(manifest as Manifest).dependencies, fairlead: version }
  writeJson(join(to, 'package.json'), { ...manifest, dependencies })

  const lock = readJson(join(root, 'package-lock.json')) as Lock
  const {
    version: installed,
    dependencies: needs,
    peerDependencies,
  } = readJson(join(packages, 'fairlead/package.json')) as Manifest
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  const library = { version: installed, resolved: version, integrity, dependencies: needs, peerDependencies }
  // Without the workspaces and their links.
  const packed = Object.entries(lock.packages).filter(
    ([path, { link: isLink }]) => path.startsWith('node_modules/') && !isLink,
  )
  const others = { ...Object.fromEntries(packed), 'node_modules/fairlead': library }
  const own = { ...without(lock.packages[''] ?? {}, 'workspaces'), dependencies }
  writeJson(join(to, 'package-lock.json'), { ...lock, packages: { '': own, ...others } })
  writeJson(join(packages, '.package-lock.json'), { ...lock, packages: others })
}
