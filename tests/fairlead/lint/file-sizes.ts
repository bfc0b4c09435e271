import { posix } from 'node:path'
import { importsOf, targetOf, type Violation } from '#tests/fairlead/lint/import-directions.ts'
import type { SourceFile } from '#tests/fairlead/lint/nodes.ts'

/** Lines below which a file is small; files of a folder of `app`. */
const LIMITS = { smallLines: 15, files: 30 }

/**
 * Files whose place is given: routes, entries, parts, migrations, declarations, files that the bundler splits, and modules
 * that a plugin of the build chooses by their names, such as `public-urls-none.ts` for `virtual:routing/rewrite`.
 */
const HAS_ITS_PLACE =
  /^app\/(routes\/|(?:fairlead\/)?[^/]+$|(?:fairlead\/)?[^/]+\/(?:part|register)\.ts$)|\/migrations\/|-none\.ts$|\.d\.ts$|\.(functions|server)\.tsx?$|\.css$/

const linesOf = ({ source }: SourceFile): number => source.replace(/\n$/, '').split('\n').length

function fullFolders(sources: readonly SourceFile[]): Violation[] {
  const folders = Map.groupBy(sources, ({ path }) => posix.dirname(path))
  return [...folders]
    .filter(([, files]) => files.length > LIMITS.files)
    .map(([path, files]) => ({
      path,
      rule: 'full folder',
      detail: `${files.length} files; allowed: ${LIMITS.files}. Make two folders, or fewer files`,
    }))
}

/** Imports in files of `app`, by the file that they name. */
function importsByTarget(sources: readonly SourceFile[]) {
  const all = sources.flatMap((source) =>
    importsOf(source).map(({ specifier, dynamic: isLazy }) => ({
      target: targetOf(source.path, specifier),
      path: source.path,
      isLazy,
    })),
  )
  return Map.groupBy(all, ({ target }) => target)
}

function smallFiles(sources: readonly SourceFile[]): Violation[] {
  const imports = importsByTarget(sources)
  return sources.flatMap((file) => {
    const lines = linesOf(file)
    const [only, ...others] = imports.get(file.path) ?? []
    const isSmall = lines < LIMITS.smallLines && !HAS_ITS_PLACE.test(file.path)
    // A file that is imported lazily is a chunk.
    if (!isSmall || only === undefined || others.some(({ path }) => path !== only.path) || only.isLazy) return []
    if (posix.dirname(only.path) !== posix.dirname(file.path)) return []
    return [{ path: file.path, rule: 'small file', detail: `${lines} lines for ${only.path} alone; write them there` }]
  })
}

/** Folders of `app` with too many files, and small files with a single importer in their own folder. */
export function sizeFaults(files: readonly SourceFile[]): Violation[] {
  const sources = files.filter(({ path }) => path.startsWith('app/'))
  return [...fullFolders(sources), ...smallFiles(sources)]
}
