import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '#fairlead/host/lock.mjs'
import { succeeds } from '#tests/harness/run-suites.ts'
import { copyApplicationFiles } from '#tests/harness/packed-library.ts'
import { copyFiles, linkBuildCache, projectFiles, root } from '#tests/harness/project-files.ts'

/** A copy of the project to build: its files, each with the file of this project that it copies. */
export type CopyOf = {
  /** Name of its folder in `tests/.tmp`. */
  name: string
  files: ReadonlyMap<string, string>
  /** The routing table; default `app/routing.ts`. */
  table?: string
  /** The origin of the build's files: `ASSETS_ORIGIN`. */
  assets?: string
  /** The packed library, for an application that has the library as a package. */
  library?: string
}

/** Returns the files of this project that a build reads. */
export function buildFiles(): Map<string, string> {
  const files = projectFiles().filter((path) => !/^(tests|\.ci|\.github)\//.test(path))
  return new Map(files.map((path) => [path, path]))
}

function hashOf({ files, table = '', assets = '', library }: CopyOf): string {
  const hash = createHash('sha256').update(process.version).update(`${table}\0${assets}`)
  if (library !== undefined) hash.update(readFileSync(library)).update(readFileSync(join(root, 'package-lock.json')))
  for (const [path, source] of files) hash.update(`\0${path}\0`).update(readFileSync(join(root, source)))
  return hash.digest('hex')
}

/**
 * Builds a copy of the project in a separate folder, and returns that folder. It is built once: later runs find it
 * until one of its files changes. Processes that ask at the same time wait for one build.
 */
export async function buildCopy(copy: CopyOf): Promise<string> {
  const folder = join(root, 'tests/.tmp', copy.name)
  const stamp = join(folder, 'built-from')
  const hash = hashOf(copy)
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (isBuilt()) return folder

  const release = await takeLock(`copy ${copy.name}`)
  try {
    if (isBuilt()) return folder
    rmSync(folder, { recursive: true, force: true })
    if (copy.library === undefined) copyFiles(copy.files, folder)
    else copyApplicationFiles(copy.files, copy.library, folder)
    linkBuildCache(folder)
    let output = ''
    const { table, assets } = copy
    const env = { ...(table && { ROUTING_TABLE: table }), ...(assets && { ASSETS_ORIGIN: assets }) }
    if (!(await succeeds('vinxi', ['build'], (text) => (output += text), folder, env))) {
      throw new Error(`${folder} does not build\n${output}`)
    }
    writeFileSync(stamp, hash)
    return folder
  } finally {
    release()
  }
}

/** Builds a copy of this project with another routing table: the table's file, and after it the files that it imports. */
export function buildWithTable(name: string, [table, ...imported]: readonly [string, ...string[]]): Promise<string> {
  const files = buildFiles()
  for (const path of [table, ...imported]) files.set(path, path)
  return buildCopy({ name, files, table })
}
