import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SourceError } from './source.ts'

const MAX_LISTED = 10

/** True for a file without changes since the last commit: Git has its text. */
function isCommitted(folder: string, path: string): boolean {
  const git = (...args: string[]) => {
    const env = { ...process.env, GIT_LITERAL_PATHSPECS: '1' }
    return spawnSync('git', [...args, '--', path], { cwd: folder, encoding: 'utf8', env })
  }
  return (
    lstatSync(join(folder, path)).isFile() &&
    git('ls-files', '--error-unmatch').status === 0 &&
    git('status', '--porcelain').stdout === ''
  )
}

/**
 * Refuses to write over files.
 *
 * @throws SourceError for a symbolic link on the way, and for a file that exists
 */
function refuse(folder: string, paths: readonly string[]): void {
  const parents = new Set(paths)
  // The iteration includes folders that are added during it.
  for (const path of parents) if (dirname(path) !== '.') parents.add(dirname(path))
  const link = [...parents].find((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink())
  if (link !== undefined)
    throw new SourceError(`${link} in ${folder} is a symbolic link, which may lead out; nothing is written`)
  const existing = paths.filter((path) => existsSync(join(folder, path)) && !isCommitted(folder, path))
  if (existing.length === 0) return
  const more = existing.length > MAX_LISTED ? `\nand ${existing.length - MAX_LISTED} more` : ''
  throw new SourceError(
    `${folder} has these files, and Git does not have them as they are; nothing is written:\n${existing.slice(0, MAX_LISTED).join('\n')}${more}`,
  )
}

/**
 * Writes files into the folder of an application, in its format. A file that exists is replaced only if it has no
 * changes since the last commit. Nothing is written if one of them cannot be.
 *
 * @param files texts by their paths in the folder, none of which leads out of it
 * @throws SourceError for a file that it does not replace
 */
export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const target = resolve(folder)
  refuse(target, [...files.keys()])
  for (const [path, text] of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  const formatted = [...files.keys()].filter((path) => path.startsWith('app/')).map((path) => join(target, path))
  // Nothing depends on the format, so the command does not fail if the formatter does.
  const args = [join(target, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...formatted]
  spawnSync(process.execPath, args, { cwd: target, stdio: 'ignore' })
}
