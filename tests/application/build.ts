import { buildCopy, buildFiles, type CopyOf, UNPATCHED } from '#tests/harness/build-copy.ts'
import { copyApplicationFiles, packedLibrary } from '#tests/harness/packed-library.ts'
import { projectFiles } from '#tests/harness/project-files.ts'

const FOLDER = 'tests/application/'

/** Options of its type check, in its folder. */
export const typesOfApplication = 'tsconfig.application.json'

/** Files of the site that the application has too: its frame and its look. */
const SHARED =
  /^app\/(router\.tsx|client\.tsx|start\.ts|register\.d\.ts|site\.ts|shell\/|styles\/|locales\/[^/]+\/shell\.json|routes\/(?:__root|\{-\$locale\}\/route)\.tsx)|^public\/|^routeTree\.gen\.ts$/

/** Returns the files of the application: its own, and what it shares with the site. */
function applicationFiles(): Map<string, string> {
  const files = new Map([...buildFiles()].filter(([path]) => SHARED.test(path)))
  files.set('tsconfig.base.json', 'tsconfig.json')
  for (const path of projectFiles()) {
    const own = path.startsWith(FOLDER) ? path.slice(FOLDER.length) : ''
    if (own.startsWith('app/') || own === 'app.config.ts' || own === typesOfApplication) files.set(own, path)
  }
  if (UNPATCHED) files.set('app.config.ts', `${FOLDER}variants/unpatched/app.config.ts`)
  return files
}

/** Writes the application of the shell's tests to a folder. */
export async function copyApplication(folder: string): Promise<void> {
  copyApplicationFiles(applicationFiles(), await packedLibrary(), folder)
}

/** Builds an application of the tests with the packed library, and returns its folder. */
const build = async (copy: CopyOf): Promise<string> => buildCopy({ ...copy, library: await packedLibrary() })

/** Builds the application of the shell's tests and returns its folder. */
export function buildApplication(): Promise<string> {
  return build({ name: 'application', files: applicationFiles() })
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

/** Builds it with another routing table, given as its file and the files that it imports. */
export function buildApplicationWith(
  name: string,
  [table, ...imported]: readonly [string, ...string[]],
): Promise<string> {
  const files = applicationFiles()
  for (const path of [table, ...imported]) files.set(path, path)
  return build({ name, files, table })
}
