import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { templateFiles } from '#fairlead/cli/template-files.ts'
import { buildCopy, buildFiles, type CopyOf } from '#tests/harness/build-copy.ts'
import { copyApplicationFiles, packedLibrary } from '#tests/harness/packed-library.ts'
import { projectFiles, root } from '#tests/harness/project-files.ts'
import { waitingRouteFiles } from '#tests/application/waiting-routes.ts'

const FOLDER = 'tests/application/'

const ERROR_CASES = 'app/lab/error-cases.ts'

/** Where the files are that `fairlead new` writes, in the project. */
const NEW = 'tests/.tmp/new/'

/** Its pages answer in several languages: one is the default, one is written from right to left. */
const TEMPLATE = { name: 'Harbour', languages: ['en', 'de', 'ja', 'ar'], parts: [], library: '' } as const

/** Files that an application has for its own repository. */
const OF_REPOSITORY = /^(?!app\/|public\/|app\.config\.ts|package\.json|tsconfig\.json)/

/** Writes what `fairlead new` writes, and returns its files. */
function newFiles(): Map<string, string> {
  const files = [...templateFiles(TEMPLATE)].filter(([path]) => !OF_REPOSITORY.test(path))
  return new Map(
    files.map(([path, text]) => {
      const file = join(root, NEW, path)
      // Several processes do it at a time.
      if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      return [path, NEW + path]
    }),
  )
}

/** Returns the files of the application: those of a new one, with pages for tests. */
function applicationFiles(): Map<string, string> {
  const files = newFiles()
  // The same failures as in the lab of the site.
  files.set(ERROR_CASES, ERROR_CASES)
  for (const path of projectFiles()) {
    const own = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : ''
    // Its pictures are those of the site.
    if (own.startsWith('app/')) files.set(own, path)
    else if (path.startsWith('public/')) files.set(path, path)
  }
  return files
}

/** Writes the application of the shell's tests to a folder. */
export async function copyApplication(folder: string): Promise<void> {
  copyApplicationFiles(applicationFiles(), await packedLibrary(), folder)
}

/** Returns the files of a new application, and of a variant in place of the pages for tests. */
function variantFiles(name: string): Map<string, string> {
  const files = newFiles()
  const folder = `${FOLDER}variants/${name}/`
  for (const path of projectFiles()) if (path.startsWith(folder)) files.set(path.slice(folder.length), path)
  return files
}

/** Builds an application of the tests with the packed library, and returns its folder. */
const build = async (copy: CopyOf): Promise<string> => buildCopy({ ...copy, library: await packedLibrary() })

/** Builds the application of the shell's tests and returns its folder. */
export function buildApplication(): Promise<string> {
  return build({ name: 'application', files: applicationFiles() })
}

/** Builds it with pages whose links wait for something. */
export function buildApplicationThatWaits(): Promise<string> {
  return build({ name: 'waiting', files: new Map([...applicationFiles(), ...waitingRouteFiles()]) })
}

/** Builds an application whose server functions and server routes have holes. */
export function buildApplicationWithHoles(): Promise<string> {
  return build({ name: 'with-holes', files: variantFiles('with-holes') })
}

/** A long table of redirects. */
const REDIRECTS = 'tests/fairlead/rules/redirects-table.ts'

/** Builds it as a site with a CDN in front and a long table of redirects, which have nothing to do with each other. */
export function buildApplicationWithCdnAndRedirects(): Promise<string> {
  const files = applicationFiles()
  files.set('app/site.ts', `${FOLDER}variants/with-cdn/site.ts`)
  files.set(REDIRECTS, REDIRECTS)
  return build({ name: 'cdn-and-redirects', files, table: REDIRECTS })
}

const DESK = /^app\/routes\/\{-\$locale\}\/reports\//

/** Builds it for a path of its own, below which a proxy asks it, and with the report desk. */
export function buildApplicationBelowPath(): Promise<string> {
  const files = applicationFiles()
  for (const [path, source] of buildFiles()) if (DESK.test(path)) files.set(path, source)
  for (const name of ['site', 'routing', 'server', 'parts']) {
    files.set(`app/${name}.ts`, `${FOLDER}variants/below-path/${name}.ts`)
  }
  return build({ name: 'below-path', files })
}

/** The origin of the files of the application that has prefixes for all languages, which has nothing to do with them. */
export const ASSETS = 'https://assets.harbour.example'

/** Builds it with the table that has public paths in each language, and prefixes for all but the default, all or none. */
export function buildApplicationWithPaths(prefix: 'as-needed' | 'always' | 'never' = 'as-needed'): Promise<string> {
  const [name, table] = prefix === 'as-needed' ? ['paths', 'paths'] : [`paths-${prefix}`, `${prefix}-prefix`]
  const assets = prefix === 'always' && { assets: ASSETS }
  return build({ name, files: applicationFiles(), table: `app/${table}-routing.ts`, ...assets })
}

/** Builds it with an old application beside it. */
export function buildApplicationBeside(): Promise<string> {
  return build({ name: 'beside', files: applicationFiles(), table: 'app/beside-routing.ts' })
}

/** Builds it with another routing table, given as its file and the files that it imports. */
export function buildApplicationWith(
  name: string,
  [table, ...imported]: readonly [string, ...string[]],
): Promise<string> {
  const files = applicationFiles()
  for (const path of [table, ...imported]) files.set(path, path)
  return build({ name, files, table })
}
