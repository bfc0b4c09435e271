import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '#fairlead/cli/command-error.ts'
import { languageFiles, PARTS, presentParts } from '#fairlead/cli/parts.ts'
import { loadTable } from '#fairlead/cli/routes-command.ts'

const TABLE = 'app/routing.ts'

export type Removal = { readonly deleted: readonly string[]; readonly edits: readonly Edit[] }

type Edit = { readonly path: string; readonly text: string; readonly change: string }

export type Languages = { readonly locales: readonly string[]; readonly defaultLocale: string }

const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8')

/** Expands the patterns. Braces around `-$locale` are part of a name. */
function existing(root: string, patterns: readonly string[]): string[] {
  const literal = (pattern: string) => pattern.replaceAll('{-$locale}', '[{]-$locale[}]')
  return patterns.flatMap((pattern) => globSync(literal(pattern), { cwd: root })).toSorted()
}

function withoutScripts(root: string, scripts: readonly string[]): Edit[] {
  const path = 'package.json'
  const json = JSON.parse(read(root, path)) as { scripts: Record<string, string> }
  const removed = scripts.filter((script) => Object.hasOwn(json.scripts, script))
  if (removed.length === 0) return []
  for (const script of removed) delete json.scripts[script]
  return [{ path, text: `${JSON.stringify(json, null, 2)}\n`, change: `without the scripts ${removed.join(', ')}` }]
}

/** Files that list parts. */
const LISTS = ['app/parts.ts', 'app/server.ts', 'app.config.ts']

/** Takes the imports of a part out of the files that list parts, and what they import. */
function withoutImports(root: string, part: string): Edit[] {
  return LISTS.flatMap((path) => {
    const source = existsSync(join(root, path)) ? read(root, path) : ''
    const [line, name = ''] =
      new RegExp(String.raw`^import \{? ?(\w+) ?\}? from '(?:fairlead|#app)/${part}/.*\n`, 'm').exec(source) ?? []
    if (line === undefined) return []
    const text = source.replace(line, '').replace(new RegExp(String.raw`(?:, )?\b${name}\b(?:\(\))?`), '')
    return [{ path, text: text.replace('[, ', '[').trimStart(), change: `without ${part}` }]
  })
}

/** Returns true for a line with a language as a string or a key: `{ domain: 'example.de', defaultLocale: 'de' }`. */
function namesLanguage(line: string, locale: string): boolean {
  const names = line.matchAll(/(?<=['"])[\w-]+(?=['"])|(?<![\w'"-])[\w-]+(?=:)/g)
  return [...names].some(([name]) => name === locale)
}

function planLanguage(root: string, locale: string, { defaultLocale }: Languages): Removal {
  if (locale === defaultLocale) {
    throw new CommandError(`${locale} is the default language; make another one the default in ${TABLE} first`)
  }
  if (read(root, 'package.json').includes(`"./app/locales/${locale}/*"`)) {
    throw new CommandError(
      `#messages/ in package.json is the folder of ${locale}; it has to be that of the default language`,
    )
  }
  const table = read(root, TABLE)
  const text = table.replace(/(\blocales:\s*\[)([^[\]]*)\]/, (_, start: string, list: string) => {
    const kept = list.split(',').filter((item) => item.trim() !== '' && item.trim().slice(1, -1) !== locale)
    return `${start}${kept.join(',').trimStart()}]`
  })
  if (text === table) {
    throw new CommandError(`${TABLE} does not list ${locale} as plain text; remove it there by hand first`)
  }
  const other = text.split('\n').findIndex((line) => namesLanguage(line, locale))
  if (other >= 0) {
    throw new CommandError(`${TABLE}:${other + 1} names ${locale} besides locales; remove it there by hand first`)
  }
  const edit = { path: TABLE, text, change: `without '${locale}' in locales` }
  return { deleted: existing(root, languageFiles(locale)), edits: [edit] }
}

function allowedNames(root: string, { locales, defaultLocale }: Languages): string {
  const names = [...presentParts(root), ...locales.filter((locale) => locale !== defaultLocale)]
  return names.length > 0 ? `allowed: ${names.join(', ')}` : 'everything that can be removed has been'
}

/** Changes nothing; throws a CommandError for a part or a language that cannot be removed. */
export function planRemoval(root: string, name: string, languages: Languages): Removal {
  if (languages.locales.includes(name)) return planLanguage(root, name, languages)
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  if (!part) {
    throw new CommandError(
      `${JSON.stringify(name)} is not a part or a language of this application; ${allowedNames(root, languages)}`,
    )
  }
  if (!presentParts(root).includes(name)) throw new CommandError(`${name} has been removed already`)
  return {
    deleted: existing(root, part.files),
    edits: [...withoutScripts(root, part.scripts), ...withoutImports(root, name)],
  }
}

/** Returns the standard output, or why git failed. */
function git(root: string, ...args: string[]): { output: string; fault?: string } {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? { output: stdout } : { output: '', fault: error?.message ?? stderr.trim() }
}

/** Throws a CommandError unless a commit has these paths as they are, so that their deletion can be undone. */
function checkCommitted(root: string, name: string, paths: readonly string[]): void {
  const { output, fault } = git(root, 'status', '--porcelain', '--', ...paths)
  // A file that is deleted already is in a commit.
  const changes = output.split('\n').filter((line) => line !== '' && !/^( D|D ) /.test(line))
  if (changes.length > 0) {
    throw new CommandError(
      `${name} has changes that are not committed; commit them, or add -- --force:\n${changes.join('\n')}`,
    )
  }
  // A folder that an outer repository ignores has no changes either.
  const unknown = fault ?? git(root, 'ls-files', '--error-unmatch', '--', ...paths).fault
  if (unknown === undefined) return
  throw new CommandError(
    `git has no commit of ${name}, so it could not be brought back; commit it, or add -- --force:\n${unknown}`,
  )
}

/** @throws CommandError for a part or a language that cannot be removed */
export function removeAll(root: string, names: Iterable<string>, languages: Languages): void {
  for (const name of names) {
    // Planned one after the other: they edit the same files.
    const { deleted, edits } = planRemoval(root, name, languages)
    for (const path of deleted) {
      rmSync(join(root, path), { recursive: true })
      process.stdout.write(`deleted ${path}\n`)
    }
    for (const { path, text, change } of edits) {
      writeFileSync(join(root, path), text)
      process.stdout.write(`edited  ${path}: ${change}\n`)
    }
  }
}

/**
 * Removes parts of the application and prints what it deletes and edits. It refuses to delete files that no commit has as
 * they are, unless `--force` is given, and then removes nothing. An edit keeps what else has changed in its file.
 */
export async function removePart(args: readonly string[], root = process.cwd()): Promise<void> {
  const languages = await loadTable(root)
  const options = args.filter((arg) => arg.startsWith('-'))
  const names = new Set(args.filter((arg) => !options.includes(arg)))
  try {
    const unknown = options.filter((option) => option !== '--force')
    if (unknown.length > 0) throw new CommandError(`${unknown.join(', ')} is not an option; allowed: --force`)
    if (names.size === 0) throw new CommandError(`name what to remove; ${allowedNames(root, languages)}`)
    for (const name of names) {
      const { deleted } = planRemoval(root, name, languages)
      if (options.length === 0 && deleted.length > 0) checkCommitted(root, name, deleted)
    }
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`${error.message}\nNothing was removed.`) : error
  }
  removeAll(root, names, languages)
}
