import { execFile, type ExecFileException } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { writeTypes } from '#fairlead/host/vite/message-types.ts'

const run = promisify(execFile)

/** Files of the library's folder that only this repository needs. */
const NOT_PACKED = /\/(?:node_modules|cli\/pack-command\.ts)$/

type Manifest = {
  name: string
  version: string
  imports?: object
  exports?: Record<string, string>
  bin?: Record<string, string>
  sideEffects?: readonly string[]
} & Record<string, unknown>

const compiled = (path: string): string => path.replace(/(?<!\.d|\.d\.json)\.tsx?$/, '.js')

/** Returns an entry of the package for its users, from the file of its source. */
function exportOf(source: string): string | Record<string, string> {
  if (source.endsWith('.d.ts')) return { types: source }
  const file = compiled(source)
  return file === source ? source : { types: source.replace(/\.tsx?$/, '.d.ts'), default: file }
}

/**
 * Returns the published package.json from the package.json of the sources. Specifiers keep the names of the sources.
 * Pure.
 */
export function publishedManifest(manifest: Manifest): Record<string, unknown> {
  const { imports, exports: entries, bin, sideEffects } = manifest
  const each = <T>(record: Record<string, string>, change: (source: string) => T) =>
    Object.fromEntries(Object.entries(record).map(([name, source]) => [name, change(source)]))
  return {
    ...manifest,
    // The sources are private; the package is not.
    private: undefined,
    ...(imports && { imports: { '#fairlead/*.ts': './*.js', '#fairlead/*.tsx': './*.js', '#fairlead/*': './*' } }),
    ...(entries && { exports: each(entries, exportOf) }),
    ...(bin && { bin: each(bin, compiled) }),
    ...(sideEffects && { sideEffects: sideEffects.map(compiled) }),
  }
}

/** True for the source of a module that is compiled. All other files stay in the package. */
const isSource = (path: string): boolean => compiled(path) !== path

/** Compiles a copy of a package in its folder, file by file, without any application. */
async function compile(folder: string, root: string, compilerOptions: object): Promise<void> {
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noEmitOnError: true,
      allowImportingTsExtensions: false,
      rootDir: '.',
      ...compilerOptions,
    },
    include: ['.'],
    exclude: [],
  }
  const file = join(folder, 'tsconfig.json')
  writeFileSync(file, JSON.stringify(config))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  try {
    await run(process.execPath, [tsc, '-p', '.'], { cwd: folder, maxBuffer: 16 * 1024 ** 2 })
  } catch (error) {
    throw new CommandError(`The package does not compile alone:\n${(error as ExecFileException).stdout ?? ''}`)
  }
  rmSync(file)
  for (const path of globSync('**/*.{ts,tsx}', { cwd: folder })) if (isSource(path)) rmSync(join(folder, path))
}

const HANDBOOK = 'app/handbook/content/en'

/** Returns the entry of a page in the index: its title, its file and its summary. */
function indexEntry(page: string, source: string): string {
  const lines = source.split('\n')
  const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length)
  return `- [${field('title: ')}](handbook/${page}): ${field('summary: ')}`
}

/** Copies the handbook to a package, with an index, because its users may not have the repository. */
function addHandbook(pages: string, folder: string): void {
  const entries = globSync('**/*.md', { cwd: pages })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((page) => indexEntry(page, readFileSync(join(pages, page), 'utf8')))
  cpSync(pages, join(folder, 'handbook'), { recursive: true })
  writeFileSync(join(folder, 'AGENTS.md'), `# Handbook\n\n${entries.join('\n')}\n`)
}

/**
 * Packs a package of a repository, compiled file by file.
 *
 * @param source its folder in the repository
 * @param to folder of the file, which is made if it is missing
 * @param complete adds files to a copy of the sources
 */
async function pack(
  root: string,
  source: string,
  to: string,
  compilerOptions: object,
  complete?: (folder: string) => void,
): Promise<string> {
  mkdirSync(join(root, '.vinxi'), { recursive: true })
  mkdirSync(to, { recursive: true })
  // The compiler finds the types of packages only from inside the repository.
  const folder = realpathSync(mkdtempSync(join(root, '.vinxi/package-')))
  try {
    cpSync(join(root, source), folder, { recursive: true, filter: (path) => !NOT_PACKED.test(path) })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
    complete?.(folder)
    await compile(folder, root, compilerOptions)
    await run('npm', ['pack', '--pack-destination', to], { cwd: folder })
    return join(to, `${manifest.name}-${manifest.version}.tgz`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Packs the library of a repository, compiled file by file, with declarations and the handbook.
 *
 * @param root of the repository
 * @param to folder of the file, which is made if it is missing
 * @returns the path of `fairlead-<version>.tgz`
 * @throws CommandError with the output of the compiler
 */
export function packLibrary(root: string, to: string): Promise<string> {
  const paths = { 'use-intl': ['./messages/use-intl.tsx'] }
  return pack(root, 'app/fairlead', to, { declaration: true, paths }, (folder) => {
    if (existsSync(join(root, HANDBOOK))) addHandbook(join(root, HANDBOOK), folder)
    for (const path of globSync('**/messages/en/*.json', { cwd: folder })) writeTypes(join(folder, path))
  })
}

/**
 * Packs the command `fairlead-from-next` of a repository. The repository has checked its types, so none are resolved.
 *
 * @returns the path of `fairlead-from-next-<version>.tgz`
 */
export function packFromNext(root: string, to: string): Promise<string> {
  return pack(root, 'app/from-next', to, { rewriteRelativeImportExtensions: true, noCheck: true, noResolve: true })
}
