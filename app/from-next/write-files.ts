import { spawnSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SourceError } from '#app/from-next/source-files.ts'
import type { Output } from '#app/from-next/whole-application.ts'

/** Files that a branch may change, because what they were is in its history. */
const HOME = 'app/routes/{-$locale}/index.tsx'
const REPLACED = new Set([
  'app/routing.ts',
  'app/routes/__root.tsx',
  'app/shell/shell.tsx',
  'app/site.ts',
  'app/ui/styles.css',
  'public/apple-touch-icon.png',
  HOME,
])

const HOME_IN_GROUP = /^app\/routes\/\{-\$locale\}(\/(_\w+|\(\w+\)))+\/index\.tsx$/

const MAX_LISTED = 10

function writeAll(folder: string, outputs: ReadonlyMap<string, Output>, replaces: boolean): void {
  for (const [path, output] of outputs) {
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    const isReplaced = replaces && REPLACED.has(path)
    if ('text' in output) writeFileSync(to, output.text, { flag: isReplaced ? 'w' : 'wx' })
    else copyFileSync(output.copyOf, to, constants.COPYFILE_EXCL)
  }
}

/** Formats what was written as the rest of the project is. Nothing depends on it. */
function format(project: string, folder: string, outputs: ReadonlyMap<string, Output>): void {
  const files = [...outputs].flatMap(([path, output]) =>
    'text' in output && path.startsWith('app/') ? [join(folder, path)] : [],
  )
  const args = [
    join(project, 'node_modules/oxfmt/bin/oxfmt'),
    '-c',
    join(project, '.oxfmtrc.json'),
    '--no-error-on-unmatched-pattern',
  ]
  for (let at = 0; at < files.length; at += 200) {
    spawnSync(process.execPath, [...args, ...files.slice(at, at + 200)], { cwd: folder, stdio: 'ignore' })
  }
}

/** @throws SourceError for a path that leads out of the target or into what Git keeps, or a copy of no regular file */
function refusePaths(outputs: ReadonlyMap<string, Output>): void {
  for (const [path, output] of outputs) {
    const isInside = path.split('/').every((name) => !/^\.{0,2}$/.test(name) && name !== '.git' && !/[\0\\]/.test(name))
    if (!isInside)
      throw new SourceError(`${JSON.stringify(path)} would be written outside of the target; nothing is written`)
    if ('copyOf' in output && !lstatSync(output.copyOf).isFile())
      throw new SourceError(`${output.copyOf} is not a regular file; nothing is written`)
  }
}

/** @throws SourceError if one of the files exists, or if one of their folders is a symbolic link */
function refuseExisting(folder: string, outputs: ReadonlyMap<string, Output>, allowed: ReadonlySet<string>): void {
  refusePaths(outputs)
  const parents = new Set<string>()
  for (const path of outputs.keys())
    for (let parent = dirname(path); parent !== '.' && !parents.has(parent); parent = dirname(parent))
      parents.add(parent)
  const link = [...parents].find((path) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink())
  if (link !== undefined)
    throw new SourceError(`${link} in ${folder} is a symbolic link, which may lead out; nothing is written`)
  const existing = [...outputs.keys()].filter((path) => !allowed.has(path) && existsSync(join(folder, path)))
  if (existing.length === 0) return
  const more = existing.length > MAX_LISTED ? `\nand ${existing.length - MAX_LISTED} more` : ''
  throw new SourceError(
    `${folder} has these files already; nothing is written:\n${existing.slice(0, MAX_LISTED).join('\n')}${more}`,
  )
}

/**
 * Writes the files into a folder. Never over a file: then nothing is written.
 *
 * @param base files of an application for them to be in; into a folder with files of its own they are not written
 */
export function writeToFolder(
  project: string,
  folder: string,
  outputs: ReadonlyMap<string, Output>,
  base: ReadonlyMap<string, Output> = new Map(),
): void {
  const target = resolve(folder)
  const isEmpty = !existsSync(target) || (lstatSync(target).isDirectory() && readdirSync(target).length === 0)
  refuseExisting(target, outputs, new Set())
  writeAll(target, isEmpty ? new Map([...base, ...outputs]) : outputs, false)
  format(project, target, outputs)
}

/** Commits the files to a new branch of the project, and leaves its folder as it is. */
export function writeToBranch(project: string, branch: string, outputs: ReadonlyMap<string, Output>): void {
  const git = (cwd: string, ...args: string[]) => {
    const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new SourceError(`git ${args[0]}: ${stderr.trim()}; nothing is written`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'from-next-'))
  const tree = join(folder, 'tree')
  git(project, 'check-ref-format', '--branch', branch)
  git(project, 'worktree', 'add', '--quiet', '-b', branch, tree)
  let isCommitted = false
  try {
    refuseExisting(tree, outputs, REPLACED)
    writeAll(tree, outputs, true)
    // The home page may be in a group: then it is another file.
    if (!outputs.has(HOME) && [...outputs.keys()].some((path) => HOME_IN_GROUP.test(path))) rmSync(join(tree, HOME))
    symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'))
    format(project, tree, outputs)
    rmSync(join(tree, 'node_modules'))
    git(tree, 'add', '--all', '--', ...new Set([...outputs.keys()].map((path) => path.split('/', 1)[0] ?? '')), 'app')
    git(tree, 'commit', '--quiet', '--no-verify', '--message', 'Add what from-next wrote')
    isCommitted = true
  } finally {
    git(project, 'worktree', 'remove', '--force', tree)
    if (!isCommitted) git(project, 'branch', '-D', branch)
    rmSync(folder, { recursive: true, force: true })
  }
}
