import routing from '#app/routing.ts'
import { buildCopy, buildFiles } from '#tests/harness/build-copy.ts'
import { copyFiles, projectFiles } from '#tests/harness/project-files.ts'

const FOLDER = 'tests/application/'

/** Options of its type check, in its folder. */
export const typesOfApplication = 'tsconfig.application.json'

/** Parts that a clone may have changed or removed: the application of the tests has nothing of it, or its own in its place. */
const REPLACED = /^app\/(home|lab|handbook|report-desk)\/|^app\/routes\/(?!__root\.tsx$|\{-\$locale\}\/route\.tsx$)/

/** Languages of the application. */
const LOCALES = ['en', 'de', 'ja', 'ar']

/** Returns the files of the application: the shell's, and in place of the site's those of this folder. */
function applicationFiles(): Map<string, string> {
  const files = buildFiles()
  for (const path of files.keys()) if (REPLACED.test(path)) files.delete(path)
  // Messages in a language that the clone does not have are those of its default language.
  for (const [path, source] of files) {
    const [, before, after] =
      new RegExp(`^(app/.*(?:locales|messages)/)${routing.defaultLocale}([/.].*)$`).exec(path) ?? []
    if (before === undefined || after === undefined) continue
    for (const locale of LOCALES) if (!files.has(before + locale + after)) files.set(before + locale + after, source)
  }
  for (const path of projectFiles()) {
    if (path.startsWith(`${FOLDER}app/`) || path === FOLDER + typesOfApplication)
      files.set(path.slice(FOLDER.length), path)
  }
  return files
}

/** Writes the application of the shell's tests to a folder. */
export function copyApplication(folder: string): void {
  copyFiles(applicationFiles(), folder)
}

/** Builds the application of the shell's tests and returns its folder. */
export function buildApplication(): Promise<string> {
  return buildCopy({ name: 'application', files: applicationFiles() })
}

/** A long table of redirects. */
const REDIRECTS = 'tests/fairlead/rules/redirects-table.ts'

/** Builds it as a site with a CDN in front and a long table of redirects, which have nothing to do with each other. */
export function buildApplicationWithCdnAndRedirects(): Promise<string> {
  const files = applicationFiles()
  files.set('app/site.ts', `${FOLDER}variants/with-cdn/site.ts`)
  files.set(REDIRECTS, REDIRECTS)
  return buildCopy({ name: 'cdn-and-redirects', files, table: REDIRECTS })
}

const DESK = /^app\/(?:report-desk|routes\/\{-\$locale\}\/reports)\//

/** Builds it for a path of its own, below which a proxy asks it, and with the report desk if the clone has it. */
export function buildApplicationBelowPath(): Promise<string> {
  const files = applicationFiles()
  for (const [path, source] of buildFiles()) if (DESK.test(path)) files.set(path, source)
  files.set('app/site.ts', `${FOLDER}variants/below-path/site.ts`)
  files.set('app/routing.ts', `${FOLDER}variants/below-path/routing.ts`)
  return buildCopy({ name: 'below-path', files })
}

/** The origin of the files of the application that has prefixes for all languages, which has nothing to do with them. */
export const ASSETS = 'https://assets.harbour.example'

/** Builds it with the table that has public paths in each language, and prefixes for all but the default, all or none. */
export function buildApplicationWithPaths(prefix: 'as-needed' | 'always' | 'never' = 'as-needed'): Promise<string> {
  const [name, table] = prefix === 'as-needed' ? ['paths', 'paths'] : [`paths-${prefix}`, `${prefix}-prefix`]
  const assets = prefix === 'always' && { assets: ASSETS }
  return buildCopy({ name, files: applicationFiles(), table: `app/${table}-routing.ts`, ...assets })
}

/** Builds it with another routing table, given as its file and the files that it imports. */
export function buildApplicationWith(
  name: string,
  [table, ...imported]: readonly [string, ...string[]],
): Promise<string> {
  const files = applicationFiles()
  for (const path of [table, ...imported]) files.set(path, path)
  return buildCopy({ name, files, table })
}
